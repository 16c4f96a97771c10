package io.kintsugi.worker.operator;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Builds one chain of a real job, with lanes that the test holds. */
final class ChainFixture {
    static final int BATCH_RECORDS = 4;
    static final long FLUSH_NS = 1_000;

    final List<CreditLane> lanes = new ArrayList<>();
    final WallClock clock = new WallClock();
    final Chain chain;

    private ChainFixture(Job job, String vertex, int credit) {
        Plan plan = Plan.of(job.graph());
        List<ChainSpec.Output> outputs = new ArrayList<>();
        for (PlanEdge edge : plan.edgesOutOf(vertex)) {
            List<CreditLane> added = IntStream.range(0, plan.vertex(edge.to()).parallelism())
                    .mapToObj(consumer -> new CreditLane(credit))
                    .toList();
            lanes.addAll(added);
            outputs.add(new ChainSpec.Output(edge, added));
        }
        KeyFunction<?, ?> key = plan.edgesInto(vertex).stream()
                .map(PlanEdge::key)
                .filter(function -> function != null)
                .findFirst()
                .orElse(null);
        chain = Chain.build(new ChainSpec(
                new JobFacts(new JobId(job.name(), 1), false, false),
                plan.vertex(vertex),
                Seat.of(AttemptId.first(new TaskId(vertex, 0))),
                plan.keyGroups(),
                key,
                null,
                outputs,
                new ChainSpec.Limits(BATCH_RECORDS, FLUSH_NS, FLUSH_NS, 0),
                0,
                0,
                null,
                clock,
                new Pulse()));
    }

    static ChainFixture of(Job job, String vertex) {
        return new ChainFixture(job, vertex, Integer.MAX_VALUE);
    }

    static ChainFixture withoutCredit(Job job, String vertex) {
        return new ChainFixture(job, vertex, 0);
    }

    static Batch batch(Object... values) {
        Batch batch = new Batch(Math.max(1, values.length));
        for (int i = 0; i < values.length; i++) {
            batch.add(values[i], i);
        }
        return batch;
    }

    /** The numbers from 0 on, as text. */
    static final class Numbers implements Source<String, Long> {
        private final long count;

        Numbers(long count) {
            this.count = count;
        }

        @Override
        public SourceReader<String, Long> reader(StepContext context) {
            return new SourceReader<>() {
                private long next;

                @Override
                public ReadStatus read(SourceOutput<String> out, int limit, long nowNs) {
                    for (int i = 0; i < limit && next < count; i++) {
                        out.emit(Long.toString(next), next);
                        next++;
                    }
                    return next < count ? ReadStatus.MORE : ReadStatus.END;
                }

                @Override
                public Long position() {
                    return next;
                }

                @Override
                public void seek(Long position) {
                    next = position;
                }
            };
        }
    }
}
