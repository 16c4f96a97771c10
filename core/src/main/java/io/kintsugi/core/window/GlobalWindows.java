package io.kintsugi.core.window;

/**
 * One window for each key, that speaks when its trigger says so and at the end of the input. Knows no late records.
 *
 * @param counted the trigger makes it complete: what it then tells is on time rather than early
 */
public record GlobalWindows(Trigger trigger, boolean counted) implements Windows {}
