package io.kintsugi.worker.channel;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import org.jspecify.annotations.Nullable;

/**
 * The double entry of a consumer: in each epoch, what the producer says it emitted equals what was received plus what was
 * recorded as lost. A difference is a bug in the protocol and throws.
 */
final class EpochLedger {
    private final ChannelId channel;
    private int epoch;
    private long baseSeq = 1;
    private long nextSeq = 1;
    private long received;
    private long lost;
    private long replayedBelowSeq;

    EpochLedger(ChannelId channel) {
        this.channel = channel;
    }

    /** Sequence number of the record that is wanted next. */
    long nextSeq() {
        return nextSeq;
    }

    /** Forgets the numbering so far: a new one begins. */
    void begin(int newEpoch, long newBaseSeq) {
        epoch = newEpoch;
        baseSeq = newBaseSeq;
        nextSeq = newBaseSeq;
        received = 0;
        lost = 0;
        replayedBelowSeq = 0;
    }

    /** From now on a new attempt of the producer may send again what was received before; it is dropped. */
    void replayTolerated() {
        replayedBelowSeq = nextSeq;
    }

    /** Goes on with record {@code seq}; gives what lies between as a loss, or null if nothing does. */
    @Nullable
    LossRange skipTo(long seq) {
        if (seq <= nextSeq) {
            return null;
        }
        LossRange loss = LossRange.counted(channel, epoch, nextSeq, seq - 1, LossKind.LOST_STATE);
        lost += loss.count();
        nextSeq = seq;
        return loss;
    }

    /** Enters the records of a frame; gives those that are new, or null if none is. */
    @Nullable
    Parcel enter(Frame.Data data) {
        int count = data.parcel().count();
        long known = nextSeq - data.firstSeq();
        if (known == 0) {
            received += count;
            nextSeq += count;
            return data.parcel();
        }
        if (known < 0 || data.firstSeq() >= replayedBelowSeq) {
            throw new IllegalStateException("channel %s epoch %d: frame %d begins with record %d, expected %d"
                    .formatted(channel, epoch, data.frame(), data.firstSeq(), nextSeq));
        }
        if (known >= count) {
            return null;
        }
        received += count - known;
        nextSeq += count - known;
        return new Parcel.Trimmed(data.parcel(), (int) known);
    }

    /** Compares the producer's count with this one. */
    void check(Frame.Control control) {
        long emitted = control.emittedSeq() - (baseSeq - 1);
        if (emitted != received + lost && control.emittedSeq() >= replayedBelowSeq - 1) {
            throw new IllegalStateException(
                    "channel %s epoch %d: %s of frame %d says that %d records were emitted, but %d were received and %d lost"
                            .formatted(channel, epoch, control.element(), control.frame(), emitted, received, lost));
        }
    }
}
