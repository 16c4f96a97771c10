package io.kintsugi.worker.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.Element;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.protocol.LossSum;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossRange;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Knows what a channel must do and holds it to that: order, no duplicate, no loss that is not accounted, bounds. It keeps
 * the records themselves, of each lineage of states, so an account that balances by chance is seen.
 */
final class ChannelOracle {
    /** A record that tells its place. */
    record Numbered(int epoch, long seq) {}

    /** A state that a consumer has stored. */
    record Stored(ChannelPosition position, Map<Integer, BitSet> applied, List<LossRange> history) {
        static Stored nothing() {
            return new Stored(new ChannelPosition(ChannelSimulation.ID, 0, 0), new TreeMap<>(), List.of());
        }
    }

    /** One attempt of the consumer and how far it is, by the records alone. */
    static final class Reading {
        private final int attempt;
        private final InputChannel channel;
        private final Map<Integer, BitSet> applied = new TreeMap<>();
        private final List<LossRange> history;
        private int epoch;
        private long seq;

        Reading(int attempt, InputChannel channel, Stored from) {
            this.attempt = attempt;
            this.channel = channel;
            from.applied().forEach((of, records) -> applied.put(of, (BitSet) records.clone()));
            history = new ArrayList<>(from.history());
            epoch = from.position().epoch();
            seq = from.position().seq();
        }

        InputChannel channel() {
            return channel;
        }

        Stored store() {
            history.addAll(channel.takeLosses());
            Map<Integer, BitSet> copy = new TreeMap<>();
            applied.forEach((of, records) -> copy.put(of, (BitSet) records.clone()));
            return new Stored(channel.position(), copy, List.copyOf(history));
        }

        @Override
        public String toString() {
            return "consumer attempt " + attempt + " at epoch " + epoch + " record " + seq;
        }
    }

    private final ChannelSettings settings;
    /** By the first record of each numbering that counts: its epoch. A numbering that begins earlier ends those behind it. */
    private final NavigableMap<Long, Integer> lineage = new TreeMap<>();

    ChannelOracle(ChannelSettings settings) {
        this.settings = settings;
    }

    /** A producer goes on behind a record. */
    void producerBegins(int epoch, long behind) {
        if (!lineage.containsValue(epoch)) {
            lineage.tailMap(behind + 1, true).clear();
            lineage.put(behind + 1, epoch);
        }
    }

    void poll(Reading reading, int elements) {
        for (int i = 0; i < elements; i++) {
            Element element = reading.channel.poll();
            if (element == null) {
                return;
            }
            reading.history.addAll(reading.channel.takeLosses());
            if (element instanceof Batch batch) {
                for (int at = 0; at < batch.count(); at++) {
                    take(reading, (Numbered) batch.value(at));
                }
            } else if (element instanceof Watermark watermark) {
                comesBehind(watermark.timestamp(), reading, watermark);
            } else if (element instanceof UserEvent event) {
                comesBehind((Long) event.value(), reading, event);
            }
        }
    }

    /** Whether all records up to {@code seq} have come before it, or are lost. */
    private static void comesBehind(long seq, Reading reading, Element element) {
        long accounted =
                reading.history.stream().mapToLong(LossRange::toSeq).max().orElse(0);
        assertThat(seq)
                .as("%s got %s too early", reading, element)
                .isLessThanOrEqualTo(Math.max(reading.seq, accounted));
    }

    private void take(Reading reading, Numbered record) {
        assertThat(record.epoch()).as(reading.toString()).isGreaterThanOrEqualTo(reading.epoch);
        if (record.epoch() > reading.epoch) {
            reading.epoch = record.epoch();
            reading.seq =
                    Math.min(reading.seq, record.seq() - 1); // Between the two the account is looked at in the end.
        } else {
            assertThat(record.seq()).as("next record of %s", reading).isGreaterThan(reading.seq);
            for (long skipped = reading.seq + 1; skipped < record.seq(); skipped++) {
                assertThat(isLost(reading.history, record.epoch(), skipped))
                        .as("%s never got record %d: is it accounted?", reading, skipped)
                        .isTrue();
            }
        }
        reading.seq = record.seq();
        reading.applied.computeIfAbsent(record.epoch(), epoch -> new BitSet()).set((int) record.seq());
    }

    private static boolean isLost(List<LossRange> ranges, int epoch, long seq) {
        return ranges.stream()
                .anyMatch(range -> range.epoch() <= epoch
                        && range.kind().isLost()
                        && range.fromSeq() <= seq
                        && seq <= range.toSeq());
    }

    void checkProducer(OutputChannel producer) {
        if (producer.connected()) {
            assertThat(producer.credits()).isLessThanOrEqualTo(settings.windowFrames());
        }
    }

    void checkConsumer(Reading reading) {
        assertThat(reading.channel.queued()).isLessThanOrEqualTo(settings.windowFrames());
    }

    /** Holds the account of the last consumer against the records in its state, after all {@code emitted} have come. */
    void checkAccount(Reading last, long emittedByLast) {
        // A producer that repeats may not have come as far again as the one before.
        long emitted = Math.max(emittedByLast, last.channel.position().seq());
        last.history.addAll(last.channel.takeLosses());
        List<Numbered> lost = new ArrayList<>();
        for (long seq = 1; seq <= emitted; seq++) {
            int epoch = lineage.floorEntry(seq).getValue();
            if (!last.applied.getOrDefault(epoch, new BitSet()).get((int) seq)) {
                lost.add(new Numbered(epoch, seq));
            }
        }
        List<Numbered> rolledBack = new ArrayList<>();
        last.applied.forEach((epoch, records) -> records.stream()
                .filter(seq -> !lineage.floorEntry((long) seq).getValue().equals(epoch))
                .forEach(seq -> rolledBack.add(new Numbered(epoch, seq))));
        LossTotals account = LossSum.of(last.history);
        if (account.basis() == LossBasis.COUNTED) {
            assertThat(account.lost()).as("lost by %s: %s", last, last.history).isEqualTo(lost.size());
            assertThat(account.orphans())
                    .as("orphans at %s: %s", last, last.history)
                    .isEqualTo(rolledBack.size());
        } else {
            assertThat((long) lost.size())
                    .as("lost by %s: %s", last, last.history)
                    .isBetween(account.least(), account.lost());
        }
    }
}
