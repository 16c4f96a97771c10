package io.kintsugi.bench.plain;

import io.kintsugi.bench.contender.Contender;
import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.CountSink;
import io.kintsugi.bench.workload.Meter;
import io.kintsugi.bench.workload.RunResult;
import io.kintsugi.bench.workload.Split;
import io.kintsugi.bench.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The limit: a thread a subtask, no snapshots, no failover, no metrics. */
public final class PlainContender implements Contender {
    @Override
    public String name() {
        return "plain";
    }

    @Override
    public RunResult run(Workload workload, long records) throws Exception {
        List<Callable<Void>> tasks = switch (workload) {
            case W1 -> passthrough(records);
            case W2 -> new PlainKeyed(records).tasks();
            case B1, B2 -> throw new UnsupportedOperationException(name() + " does not take part in " + workload);
        };
        return Meter.measure(() -> runAll(tasks));
    }

    private static List<Callable<Void>> passthrough(long records) {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int id = 0; id < Split.SPLITS; id++) {
            Split<Bid> split = Split.ofBids(id, records);
            tasks.add(() -> {
                passthrough(split);
                return null;
            });
        }
        return tasks;
    }

    private static void passthrough(Split<Bid> split) {
        CountSink sink = new CountSink();
        Meter.current().sourceStarted();
        while (!split.done()) {
            Bid bid = Workload.converted(split.take());
            if (Workload.passes(bid)) {
                sink.accept(bid);
            }
        }
        sink.end();
    }

    private static void runAll(List<Callable<Void>> tasks) throws InterruptedException, ExecutionException {
        ExecutorService threads = Executors.newFixedThreadPool(tasks.size());
        try {
            for (Future<Void> task : threads.invokeAll(tasks)) {
                task.get();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
