package io.kintsugi.worker.channel;

/** What one end of a channel has done; every figure only rises. Belongs to the task's thread. */
public final class ChannelCounters {
    long records;
    long batches;
    long bytes;
    long fenced;
    long early;
    long duplicates;
    long resent;
    long gaps;
    long lost;
    long discarded;

    public ChannelCounters() {}

    /** Takes note of a batch that was written to a channel whose producer is not an {@link OutputChannel}. */
    public void wrote(int count, int encodedBytes) {
        records += count;
        batches++;
        bytes += encodedBytes;
    }

    /** Records written, or taken by the task. */
    public long records() {
        return records;
    }

    /** Data frames written, or taken by the task. */
    public long batches() {
        return batches;
    }

    /** Encoded bytes of those frames; 0 where batches travel by reference. */
    public long bytes() {
        return bytes;
    }

    /** Frames dropped since they carried an older attempt or epoch. */
    public long fenced() {
        return fenced;
    }

    /** Frames dropped since they came before the {@code Hello} that announces their attempt or epoch. */
    public long early() {
        return early;
    }

    /** Frames dropped since they had been received before. */
    public long duplicates() {
        return duplicates;
    }

    /** Frames that a producer sent once more. */
    public long resent() {
        return resent;
    }

    /** How often a consumer asked for frames that were missing; as a rule they are sent again and nothing is lost. */
    public long gaps() {
        return gaps;
    }

    /** Records that a consumer will never see, see {@link io.kintsugi.core.snapshot.LossRange}. */
    public long lost() {
        return lost;
    }

    /** Records that a producer has thrown away since its consumer was away; they count as written. */
    public long discarded() {
        return discarded;
    }
}
