package io.kintsugi.core.graph;

/** When the consumers of an edge get its records. */
public enum Exchange {
    /** While the producers run; back-pressure reaches them. */
    PIPELINED,
    /** When all producers have finished: what they emit is kept on the disks of their workers until the job ends. */
    BLOCKING
}
