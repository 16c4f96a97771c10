package io.kintsugi.bench.plain;

import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.Meter;
import io.kintsugi.bench.workload.Out;
import io.kintsugi.bench.workload.Split;
import io.kintsugi.bench.workload.SumsSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** W2 by hand: two sources hand batches to two aggregators, one blocking queue a pair. */
final class PlainKeyed {
    private static final int AGGREGATORS = 2;
    private static final int BATCH = 256;
    private static final int QUEUE_BATCHES_MAX = 16;
    private static final long IDLE_NS = 50_000;
    private static final Bid[] END = {};

    private final long records;
    private final List<List<ArrayBlockingQueue<Bid[]>>> queues = new ArrayList<>(); // by aggregator, then by source

    PlainKeyed(long records) {
        this.records = records;
        for (int aggregator = 0; aggregator < AGGREGATORS; aggregator++) {
            List<ArrayBlockingQueue<Bid[]>> inputs = new ArrayList<>();
            for (int source = 0; source < Split.SPLITS; source++) {
                inputs.add(new ArrayBlockingQueue<>(QUEUE_BATCHES_MAX));
            }
            queues.add(inputs);
        }
    }

    List<Callable<Void>> tasks() {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int source = 0; source < Split.SPLITS; source++) {
            Split<Bid> split = Split.ofBids(source, records);
            tasks.add(() -> {
                produce(split);
                return null;
            });
        }
        for (List<ArrayBlockingQueue<Bid[]>> inputs : queues) {
            tasks.add(() -> {
                aggregate(inputs);
                return null;
            });
        }
        return tasks;
    }

    private void produce(Split<Bid> split) throws InterruptedException {
        Bid[][] batches = new Bid[AGGREGATORS][BATCH];
        int[] sizes = new int[AGGREGATORS];
        Meter.current().sourceStarted();
        while (!split.done()) {
            Bid bid = split.take();
            int to = (int) (bid.auction % AGGREGATORS);
            batches[to][sizes[to]++] = bid;
            if (sizes[to] == BATCH) {
                queues.get(to).get(split.id()).put(batches[to]);
                batches[to] = new Bid[BATCH];
                sizes[to] = 0;
            }
        }
        for (int to = 0; to < AGGREGATORS; to++) {
            ArrayBlockingQueue<Bid[]> queue = queues.get(to).get(split.id());
            if (sizes[to] > 0) {
                queue.put(Arrays.copyOf(batches[to], sizes[to]));
            }
            queue.put(END);
        }
    }

    private static void aggregate(List<ArrayBlockingQueue<Bid[]>> inputs) {
        SumsSink sink = new SumsSink();
        Map<Long, long[]> states = new HashMap<>();
        List<ArrayBlockingQueue<Bid[]>> open = new ArrayList<>(inputs);
        while (!open.isEmpty()) {
            boolean idle = true;
            for (int i = open.size() - 1; i >= 0; i--) {
                Bid[] batch = open.get(i).poll();
                if (batch == null) {
                    continue;
                }
                idle = false;
                if (batch.length == 0) {
                    open.remove(i);
                } else {
                    apply(batch, states, sink);
                }
            }
            if (idle) {
                LockSupport.parkNanos(IDLE_NS);
            }
        }
        sink.end();
    }

    private static void apply(Bid[] batch, Map<Long, long[]> states, SumsSink sink) {
        for (Bid bid : batch) {
            long[] state = states.computeIfAbsent(bid.auction, key -> new long[2]);
            state[0]++;
            state[1] += bid.price;
            sink.accept(new Out(bid.auction, state[0], state[1], bid.timestampMs));
        }
    }
}
