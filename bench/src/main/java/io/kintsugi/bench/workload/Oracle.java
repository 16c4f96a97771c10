package io.kintsugi.bench.workload;

/** Says what must arrive at the sinks, with one loop and no engine, so that nobody wins by losing records. */
public final class Oracle {
    private Oracle() {}

    public static Sunk expected(Workload workload, long records) {
        return workload == Workload.W1 ? passthrough(records) : keyed(records);
    }

    private static Sunk passthrough(long records) {
        long count = 0;
        for (int id = 0; id < Split.SPLITS; id++) {
            Split split = new Split(id, records);
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
            Split split = new Split(id, records);
            while (!split.done()) {
                Bid bid = split.take();
                sums.addPrice((int) bid.auction, bid.price);
            }
        }
        return new Sunk(records, sums.checksum());
    }
}
