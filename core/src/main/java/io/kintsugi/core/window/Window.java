package io.kintsugi.core.window;

/**
 * A window as it speaks.
 *
 * @param start milliseconds since 1970, inclusive; {@code Long.MIN_VALUE} for count and global windows
 * @param end milliseconds since 1970, exclusive; {@code Long.MAX_VALUE} for count and global windows
 */
public record Window(long start, long end, Firing firing) {}
