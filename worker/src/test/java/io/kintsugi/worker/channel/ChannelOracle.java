package io.kintsugi.worker.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.Element;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.snapshot.LossRange;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** Knows what a channel must do and holds it to that: order, no duplicate, no loss that is not accounted, bounds. */
final class ChannelOracle {
    /** A record that tells its place. */
    record Numbered(int epoch, long seq) {}

    /** One attempt of the consumer and how far it is, by the records alone. */
    static final class Reading {
        private final int attempt;
        private final InputChannel channel;
        private final ArrayDeque<LossRange> losses = new ArrayDeque<>();
        private int epoch;
        private long seq;
        private long lostSeen;

        Reading(int attempt, InputChannel channel) {
            this.attempt = attempt;
            this.channel = channel;
        }

        InputChannel channel() {
            return channel;
        }

        @Override
        public String toString() {
            return "consumer attempt " + attempt + " at epoch " + epoch + " record " + seq;
        }
    }

    private final ChannelSettings settings;
    /** What any attempt of the consumer has taken, by epoch. */
    private final Map<Integer, BitSet> taken = new TreeMap<>();

    ChannelOracle(ChannelSettings settings) {
        this.settings = settings;
    }

    void poll(Reading reading, int elements) {
        for (int i = 0; i < elements; i++) {
            Element element = reading.channel.poll();
            if (element == null) {
                return;
            }
            noteLosses(reading);
            if (element instanceof Batch batch) {
                for (int at = 0; at < batch.count(); at++) {
                    take(reading, (Numbered) batch.value(at));
                }
            } else if (element instanceof Watermark watermark) {
                checkPlace(reading, watermark);
            }
        }
    }

    private void noteLosses(Reading reading) {
        for (LossRange loss : reading.channel.takeLosses()) {
            reading.losses.add(loss);
            reading.lostSeen += loss.count();
            BitSet seen = taken.getOrDefault(loss.epoch(), new BitSet());
            assertThat(seen.nextClearBit((int) loss.fromSeq()))
                    .as("%s lost %s, but only what an earlier attempt has taken may be gone", reading, loss)
                    .isGreaterThan((int) loss.toSeq());
        }
    }

    private void take(Reading reading, Numbered record) {
        assertThat(record.epoch()).as(reading.toString()).isGreaterThanOrEqualTo(reading.epoch);
        if (record.epoch() > reading.epoch) {
            reading.epoch = record.epoch();
            reading.seq = 0;
        }
        skipLosses(reading);
        assertThat(record.seq()).as("next record of %s", reading).isEqualTo(reading.seq + 1);
        reading.seq = record.seq();
        taken.computeIfAbsent(record.epoch(), epoch -> new BitSet()).set((int) record.seq());
    }

    /** A watermark carries the number of records before it. */
    private void checkPlace(Reading reading, Watermark watermark) {
        skipLosses(reading);
        boolean ofNewEpoch = watermark.timestamp() == 0;
        assertThat(ofNewEpoch || watermark.timestamp() <= reading.seq || !reading.losses.isEmpty())
                .as("%s got %s too early", reading, watermark)
                .isTrue();
    }

    private static void skipLosses(Reading reading) {
        while (!reading.losses.isEmpty()) {
            LossRange loss = reading.losses.peek();
            if (loss.epoch() == reading.epoch && loss.fromSeq() == reading.seq + 1) {
                reading.seq = loss.toSeq();
            } else if (loss.epoch() > reading.epoch) {
                return;
            }
            reading.losses.remove();
        }
    }

    void checkProducer(OutputChannel producer) {
        assertThat(producer.unacknowledged()).isBetween(0, settings.windowFrames());
        assertThat(producer.credits()).isBetween(0L, (long) settings.windowFrames());
    }

    void checkConsumer(Reading reading) {
        assertThat(reading.channel.queued()).isLessThanOrEqualTo(settings.windowFrames());
        if (reading.channel.isEmpty()) {
            noteLosses(reading);
            assertThat(reading.channel.counters().lost()).as(reading.toString()).isEqualTo(reading.lostSeen);
        }
    }

    /** Whether every record up to {@code seq} of an epoch has been taken by some attempt of the consumer. */
    boolean hasAll(int epoch, long seq) {
        return taken.getOrDefault(epoch, new BitSet()).nextClearBit(1) > seq;
    }
}
