package io.kintsugi.worker.channel;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The double entry of a consumer: in each epoch, what the producer says it emitted equals what was received plus what was
 * recorded as lost. A difference is a bug in the protocol and throws.
 *
 * <p>The numbering goes on over restarts. A producer that begins anew says behind which record of which epoch it does, so
 * the records between that place and this end's are known: <pre>
 *
 *   producer goes on behind 180         epoch 2 begins with 181
 *   consumer had taken up to 200 of epoch 1: 181 to 200 are orphans
 *   consumer had taken up to 150 of epoch 1: 151 to 180 are lost
 * </pre>
 */
final class EpochLedger {
    private final ChannelId channel;
    private int epoch;
    private long baseSeq;
    private long nextSeq;
    private long received;
    private long lost;
    private long replayedBelowSeq;
    private boolean known;
    private boolean exact;
    private boolean alone;
    private boolean atLeast;

    EpochLedger(ChannelId channel) {
        this.channel = channel;
        startAt(ChannelStart.fresh());
    }

    /** Begins behind what the state of the consumer holds; before anything else. */
    void startAt(ChannelStart start) {
        known = start.position() != null;
        exact = start.exact();
        alone = start.alone();
        atLeast = start.atLeast();
        begin(start.epoch(), start.seq() + 1);
    }

    private void begin(int newEpoch, long firstSeq) {
        epoch = newEpoch;
        baseSeq = firstSeq;
        nextSeq = firstSeq;
        received = 0;
        lost = 0;
        replayedBelowSeq = 0;
    }

    /** How far records are entered. */
    ChannelPosition position() {
        return new ChannelPosition(channel, epoch, nextSeq - 1);
    }

    /** Sequence number of the record that is wanted next. */
    long nextSeq() {
        return nextSeq;
    }

    /**
     * Meets an attempt of the producer, which is of this epoch or of a later one; returns what did not count once because
     * of it. It may send again what was received before, which is dropped.
     */
    List<LossRange> meet(Frame.Hello hello) {
        List<LossRange> found = new ArrayList<>();
        int newEpoch = hello.header().epoch();
        if (newEpoch > epoch) {
            compare(hello, found);
            begin(newEpoch, hello.baseSeq());
        }
        replayedBelowSeq = nextSeq;
        long before = nextSeq;
        nextSeq = Math.max(nextSeq, hello.firstAvailableSeq());
        lost += nextSeq - before;
        if (!known) {
            knowingNothing(hello, before, found);
        } else if (nextSeq > before) {
            found.add(missed(epoch, before, nextSeq - 1));
        }
        if (known && atLeast) {
            perhapsTaken(hello, found);
        }
        known = true;
        exact = true;
        alone = true;
        atLeast = false;
        return found;
    }

    /** What a producer began behind that only goes on from a {@link Mark} is accounted for on the inputs of that producer. */
    private void knowingNothing(Frame.Hello hello, long before, List<LossRange> found) {
        boolean gone = nextSeq > before || (hello.memory().exact() && hello.baseSeq() > 1);
        if (alone && gone) {
            found.add(LossRange.unknown(channel, epoch, nextSeq));
        }
    }

    /** An earlier attempt of this end may have taken what is about to come, and more than it is known to have taken. */
    private void perhapsTaken(Frame.Hello hello, List<LossRange> found) {
        Frame.Memory memory = hello.memory();
        boolean remembers = hello.header().producerAttempt() == 1 || memory.mark() != null || memory.sentSeq() > 0;
        if (!remembers) {
            found.add(LossRange.unknown(channel, epoch, nextSeq).as(LossKind.DUPLICATES));
        } else if (memory.sentSeq() >= nextSeq) {
            found.add(LossRange.bounded(channel, epoch, nextSeq, memory.sentSeq(), LossKind.DUPLICATES, 0));
        }
    }

    /** What lies between the end of what was received and the beginning of the new numbering. */
    private void compare(Frame.Hello hello, List<LossRange> found) {
        long base = hello.baseSeq();
        long seen = nextSeq - 1;
        if (!known) {
            return;
        }
        int newEpoch = hello.header().epoch();
        boolean nothingSeen = epoch == 0 && seen == 0;
        if (nothingSeen) {
            if (base > 1) {
                found.add(missed(newEpoch, 1, base - 1));
            }
        } else if (hello.continuesEpoch() == 0) {
            if (alone) {
                found.add(LossRange.unknown(channel, newEpoch, base));
            }
        } else if (epoch < hello.continuesEpoch()) {
            bound(newEpoch, base, found);
        } else if (seen >= base && !hello.memory().exact()) {
            found.add(LossRange.bounded(channel, newEpoch, base, seen, LossKind.ORPHANS, 0));
        } else if (seen >= base) {
            found.add(LossRange.counted(channel, newEpoch, base, seen, LossKind.ORPHANS));
        } else if (seen < base - 1) {
            found.add(missed(newEpoch, seen + 1, base - 1));
        }
    }

    /** The producer began anew in between, and nobody remembers where: at record {@code base} or before. */
    private void bound(int newEpoch, long base, List<LossRange> found) {
        long seen = nextSeq - 1;
        if (seen >= base) {
            found.add(LossRange.counted(channel, newEpoch, base, seen, LossKind.ORPHANS));
        }
        if (seen > 0 && base > 1) {
            found.add(LossRange.bounded(channel, newEpoch, 1, Math.min(seen, base - 1), LossKind.ORPHANS, 0));
        }
        if (base > 1) {
            long least = exact ? Math.max(0, base - 1 - seen) : 0;
            found.add(LossRange.bounded(channel, newEpoch, 1, base - 1, LossKind.LOST_STATE, least));
        }
    }

    private LossRange missed(int knownIn, long fromSeq, long toSeq) {
        return exact
                ? LossRange.counted(channel, knownIn, fromSeq, toSeq, LossKind.LOST_STATE)
                : LossRange.bounded(channel, knownIn, fromSeq, toSeq, LossKind.LOST_STATE, 0);
    }

    /** Enters records that the producer has thrown away; returns those that were not known, as one range or none. */
    List<LossRange> enter(Frame.Gap gap) {
        if (gap.firstSeq() > nextSeq) {
            throw notExpected(gap);
        }
        return skipTo(gap.behindSeq(), LossKind.DISCARDED);
    }

    /** Enters what came too late for the consumer, whose input had ended; returns the records that are lost by it. */
    List<LossRange> drop(Frame.Sequenced frame) {
        return skipTo(frame.behindSeq(), LossKind.LOST_STATE);
    }

    /** Goes on with record {@code seq}; returns what lies between, as one range or none. */
    private List<LossRange> skipTo(long seq, LossKind kind) {
        if (seq <= nextSeq) {
            return List.of();
        }
        LossRange skipped = LossRange.counted(channel, epoch, nextSeq, seq - 1, kind);
        lost += skipped.count();
        nextSeq = seq;
        return List.of(skipped);
    }

    private IllegalStateException notExpected(Frame.Sequenced frame) {
        return new IllegalStateException("channel %s epoch %d: frame %d begins with record %d, expected %d"
                .formatted(channel, epoch, frame.frame(), frame.firstSeq(), nextSeq));
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
            throw notExpected(data);
        }
        if (known >= count) {
            return null;
        }
        received += count - known;
        nextSeq += count - known;
        return new Parcel.Trimmed(data.parcel(), (int) known);
    }

    /**
     * Compares the producer's count with this one.
     *
     * @param frame without records
     * @param what it holds
     */
    void check(Frame.Sequenced frame, Object what) {
        long emittedSeq = frame.firstSeq() - 1;
        long emitted = emittedSeq - (baseSeq - 1);
        if (emitted != received + lost && emittedSeq >= replayedBelowSeq - 1) {
            throw new IllegalStateException(
                    "channel %s epoch %d: %s of frame %d says that %d records were emitted, but %d were received and %d lost"
                            .formatted(channel, epoch, what, frame.frame(), emitted, received, lost));
        }
    }
}
