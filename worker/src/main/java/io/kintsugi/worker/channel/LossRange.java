package io.kintsugi.worker.channel;

import io.kintsugi.core.model.ChannelId;

/**
 * Records that this attempt of the consumer will never see, since the producer no longer holds them.
 *
 * @param fromSeq first sequence number, inclusive
 * @param toSeq last sequence number, inclusive
 */
public record LossRange(ChannelId channel, int epoch, long fromSeq, long toSeq) {
    /** Number of records. */
    public long count() {
        return toSeq - fromSeq + 1;
    }
}
