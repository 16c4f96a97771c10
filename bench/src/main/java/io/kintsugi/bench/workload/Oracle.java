package io.kintsugi.bench.workload;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/** Says what must arrive at the sinks, with one loop and no engine, so that nobody wins by losing records. */
public final class Oracle {
    private Oracle() {}

    public static Sunk expected(Workload workload, long records) {
        return switch (workload) {
            case W1 -> passthrough(records);
            case W2 -> keyed(records);
            case B1 -> wordCount(records);
            case B2 -> sort(records);
        };
    }

    private static Sunk passthrough(long records) {
        long count = 0;
        for (int id = 0; id < Split.SPLITS; id++) {
            Split<Bid> split = Split.ofBids(id, records);
            while (!split.done()) {
                if (Workload.passes(Workload.converted(split.take()))) {
                    count++;
                }
            }
        }
        return new Sunk(count, 0);
    }

    private static Sunk keyed(long records) {
        FinalSums sums = new FinalSums();
        for (int id = 0; id < Split.SPLITS; id++) {
            Split<Bid> split = Split.ofBids(id, records);
            while (!split.done()) {
                Bid bid = split.take();
                sums.addPrice((int) bid.auction, bid.price);
            }
        }
        return new Sunk(records, sums.checksum());
    }

    private static Sunk wordCount(long lines) {
        Map<String, Long> counts = new HashMap<>();
        for (long i = 0; i < lines; i++) {
            for (String word : LineGenerator.LINES.record(i).split(" ")) {
                counts.merge(word, 1L, Long::sum);
            }
        }
        long sum = counts.entrySet().stream()
                .mapToLong(counted -> new WordCount(counted.getKey(), counted.getValue()).hash())
                .sum();
        return new Sunk(counts.size(), sum);
    }

    /** That they are in order is what {@link SortedSink} looks at. */
    private static Sunk sort(long records) {
        BitSet ranges = new BitSet();
        long sum = 0;
        for (long i = 0; i < records; i++) {
            Bid bid = ShuffledBids.BIDS.record(i);
            ranges.set(ShuffledBids.range(bid));
            sum += SortedSink.hash(bid);
        }
        return new Sunk(
                records, sum + ranges.stream().mapToLong(SortedSink::hash).sum());
    }
}
