package io.kintsugi.core.protocol;

/**
 * Where an iteration is.
 *
 * @param iteration name of it
 * @param superstep the one under way, or the last one if it is over, from 1
 * @param max supersteps at most
 * @param value what the records of the last complete superstep measure together; not a number before the first, and where
 *     nobody measures 0
 * @param over whether its result is there
 */
public record SuperstepStatus(String iteration, int superstep, int max, double value, boolean over) {}
