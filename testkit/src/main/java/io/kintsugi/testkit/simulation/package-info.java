/**
 * A whole cluster in one thread: the production cores of leader, tasks and channels, with simulated time, network, storage
 * and faults, all from a seed.
 */
@NullMarked
package io.kintsugi.testkit.simulation;

import org.jspecify.annotations.NullMarked;
