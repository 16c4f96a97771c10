package io.kintsugi.bench.contender;

/**
 * What else the machine did during a run, in cores: 1.0 is one core busy all the time.
 *
 * @param own used by the contender's process
 * @param foreign used by all other processes
 * @param steal taken by the hypervisor
 */
public record Noise(double own, double foreign, double steal) {
    /** A round with more foreign work than this says little about the contender. */
    public static final double DIRTY_FROM_CORES = 0.10;

    public boolean dirty() {
        return foreign + steal >= DIRTY_FROM_CORES;
    }
}
