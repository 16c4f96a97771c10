package io.kintsugi.core.element;

/**
 * Divides a channel into what belongs to a checkpoint and what does not. Algorithm: Chandy and Lamport 1985, "Distributed
 * Snapshots", in the form of Carbone et al. 2015, "Lightweight Asynchronous Snapshots for Distributed Dataflows".
 *
 * @param checkpoint number of the checkpoint, rising
 * @param timestamp watermark of the source when it emitted the barrier, in milliseconds since 1970; acts as one
 */
public record Barrier(long checkpoint, long timestamp) implements ControlElement {
    @Override
    public RequiresPipelined requiresPipelined() {
        return RequiresPipelined.BARRIER;
    }
}
