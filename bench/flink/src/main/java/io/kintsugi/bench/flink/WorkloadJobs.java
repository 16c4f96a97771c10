package io.kintsugi.bench.flink;

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
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;

/** The workloads as jobs. In batch mode exchanges are blocking, and keyed inputs sorted, by Flink's own defaults. */
final class WorkloadJobs {
    private final StreamExecutionEnvironment environment;
    private final long records;

    private WorkloadJobs(StreamExecutionEnvironment environment, long records) {
        this.environment = environment;
        this.records = records;
    }

    static void add(StreamExecutionEnvironment environment, Workload workload, long records) {
        environment.setRuntimeMode(workload.batch() ? RuntimeExecutionMode.BATCH : RuntimeExecutionMode.STREAMING);
        WorkloadJobs jobs = new WorkloadJobs(environment, records);
        switch (workload) {
            case W1 -> jobs.passthrough();
            case W2 -> jobs.keyed();
            case B1 -> jobs.wordCount();
            case B2 -> jobs.sort();
        }
    }

    private void passthrough() {
        source(GeneratedSource.stream(BidGenerator.BIDS, records), Bid.class)
                .map(Workload::converted)
                .returns(Bid.class)
                .filter(Workload::passes)
                .sinkTo(new MeteredSink<>(CountSink::new));
    }

    private void keyed() {
        source(GeneratedSource.stream(BidGenerator.BIDS, records), Bid.class)
                .keyBy(bid -> bid.auction)
                .process(new RunningSum())
                .sinkTo(new MeteredSink<>(SumsSink::new));
    }

    private void wordCount() {
        source(GeneratedSource.batch(LineGenerator.LINES, records), String.class)
                .flatMap((String line, Collector<WordCount> out) -> WordCount.each(line, out::collect))
                .returns(WordCount.class)
                .keyBy(word -> word.word)
                .reduce(WordCount::plus)
                .sinkTo(new MeteredSink<>(WordsSink::new));
    }

    private void sort() {
        source(GeneratedSource.batch(ShuffledBids.BIDS, records), Bid.class)
                .keyBy(ShuffledBids::range)
                .process(new PassOn())
                .sinkTo(new MeteredSink<>(SortedSink::new));
    }

    private <T> DataStream<T> source(GeneratedSource<T> source, Class<T> type) {
        return environment
                .fromSource(source, WatermarkStrategy.noWatermarks(), "records", TypeInformation.of(type))
                .setParallelism(Split.SPLITS);
    }
}
