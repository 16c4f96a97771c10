package io.kintsugi.bench.kintsugi;

import io.kintsugi.bench.workload.Bid;
import io.kintsugi.bench.workload.BidGenerator;
import io.kintsugi.bench.workload.CountSink;
import io.kintsugi.bench.workload.LineGenerator;
import io.kintsugi.bench.workload.ShuffledBids;
import io.kintsugi.bench.workload.SortedSink;
import io.kintsugi.bench.workload.Split;
import io.kintsugi.bench.workload.SumsSink;
import io.kintsugi.bench.workload.WordCount;
import io.kintsugi.bench.workload.WordsSink;
import io.kintsugi.bench.workload.Workload;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.core.window.Windows;
import java.util.Locale;

/** The workloads as jobs. */
final class WorkloadJob {
    private WorkloadJob() {}

    static Job job(Workload workload, long records) {
        JobDraft draft = Job.named(workload.name().toLowerCase(Locale.ROOT))
                .mode(workload.batch() ? ExecutionMode.BATCH : ExecutionMode.STREAMING);
        switch (workload) {
            case W1 -> passthrough(bids(draft, records));
            case W2 -> keyed(bids(draft, records));
            case B1 -> wordCount(draft, records);
            case B2 -> sort(draft, records);
        }
        return draft.build();
    }

    private static Stream<Bid> bids(JobDraft draft, long records) {
        return draft.source("bids", new GeneratedSource<>(BidGenerator.BIDS, records))
                .outputType(Bid.class)
                .parallelism(Split.SPLITS);
    }

    private static void passthrough(Stream<Bid> bids) {
        bids.map("convert", Workload::converted)
                .filter("pass", Workload::passes)
                .sink("count", context -> new EndingWriter<>(new CountSink()));
    }

    private static void keyed(Stream<Bid> bids) {
        bids.keyBy(bid -> bid.auction)
                .process("sum", RunningSums::new)
                .sink("last", context -> new EndingWriter<>(new SumsSink()));
    }

    private static void wordCount(JobDraft draft, long records) {
        draft.source("lines", new GeneratedSource<>(LineGenerator.LINES, records))
                .outputType(String.class)
                .parallelism(Split.SPLITS)
                .<WordCount>flatMap("split", (line, out) -> WordCount.each(line, out::emit))
                .outputType(WordCount.class)
                .keyBy(word -> word.word)
                .window(Windows.count(Long.MAX_VALUE))
                .reduce("count", WordCount::plus, (word, window, count) -> count)
                .outputType(WordCount.class)
                .sink("counts", context -> new EndingWriter<>(new WordsSink()));
    }

    private static void sort(JobDraft draft, long records) {
        draft.source("bids", new GeneratedSource<>(ShuffledBids.BIDS, records))
                .outputType(Bid.class)
                .parallelism(Split.SPLITS)
                .keyBy(ShuffledBids::range)
                .process("sort", PassOn::new)
                .sink("sorted", context -> new EndingWriter<>(new SortedSink()));
    }
}
