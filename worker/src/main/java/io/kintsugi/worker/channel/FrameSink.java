package io.kintsugi.worker.channel;

import io.kintsugi.core.element.Batch;

/** Takes frames to the other end of a channel, or loses them: it never throws because of the peer and never waits. */
@FunctionalInterface
public interface FrameSink {
    void send(Frame frame);

    /**
     * Packs the records from index {@code from} on, as many as one frame carries and at least one.
     *
     * <p>Only a transport that encodes needs to override this; by default the batch goes whole and by reference.
     */
    default Parcel pack(Batch batch, int from) {
        return new Parcel.ByReference(from == 0 ? batch : batch.slice(from, batch.count()));
    }
}
