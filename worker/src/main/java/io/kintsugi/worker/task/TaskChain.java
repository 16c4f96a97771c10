package io.kintsugi.worker.task;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.WatermarkSettings;
import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.core.graph.PlanIteration;
import io.kintsugi.core.graph.PlanVertex;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.worker.operator.Chain;
import io.kintsugi.worker.operator.ChainSpec;
import io.kintsugi.worker.operator.JobFacts;
import io.kintsugi.worker.operator.Lane;
import io.kintsugi.worker.operator.Pulse;
import io.kintsugi.worker.operator.Seat;
import io.kintsugi.worker.operator.WallClock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A chain with the ends that tie it to a task: its seat, its clock, and lanes that get channels when the task is made.
 *
 * <pre>
 * usual:     made ──▶ task ──▶ restored ──▶ opened ──▶ begun
 * stands by: made ──▶ opened ──▶ task ──▶ restored ──▶ begun
 * </pre>
 *
 * Used by one thread at a time.
 */
public final class TaskChain {
    private static final long NEVER_NS = Long.MAX_VALUE;

    private final String vertex;
    private final Chain chain;
    private final WallClock clock = new WallClock();
    private final Pulse pulse = new Pulse();
    /** By edge, then by consumer. */
    private final Map<Integer, List<ChannelLane>> lanes = new TreeMap<>();
    /** The same for blocking exchanges. */
    private final Map<Integer, List<PartitionLane>> partitions = new TreeMap<>();

    /**
     * What all tasks of a vertex have in common.
     *
     * @param sinkFlushMs how long a written record waits for its sink's flush
     * @param checkpointed whether the job takes checkpoints
     */
    public record Setting(
            JobId job,
            Plan plan,
            PlanVertex vertex,
            ChannelSettings channels,
            WatermarkSettings watermarks,
            int sinkFlushMs,
            boolean checkpointed) {}

    private TaskChain(Setting setting, Seat seat, long minCheckpoint, long due) {
        PlanVertex made = setting.vertex();
        Plan plan = setting.plan();
        vertex = made.name();
        PlanIteration iteration = plan.iteration(vertex).orElse(null);
        chain = Chain.build(new ChainSpec(
                new JobFacts(
                        setting.job(),
                        setting.checkpointed(),
                        plan.isBatch(),
                        iteration == null ? 0 : Math.toIntExact(minCheckpoint) + 1),
                made,
                seat,
                plan.keyGroups(),
                key(plan, made, 0),
                key(plan, made, 1),
                outputs(plan, made),
                limits(setting),
                minCheckpoint,
                due,
                iteration,
                clock,
                pulse));
    }

    /** In batch mode nobody waits for records, and time comes with the keys. */
    private static ChainSpec.Limits limits(Setting setting) {
        boolean batch = setting.plan().isBatch();
        return new ChainSpec.Limits(
                setting.channels().batchRecords(),
                batch
                        ? NEVER_NS
                        : TimeUnit.MILLISECONDS.toNanos(setting.channels().flushMs()),
                TimeUnit.MILLISECONDS.toNanos(setting.sinkFlushMs()),
                batch
                        ? NEVER_NS
                        : TimeUnit.MILLISECONDS.toNanos(setting.watermarks().intervalMs()));
    }

    /** That of one task. */
    static TaskChain of(TaskSpec spec) {
        return new TaskChain(
                spec.chain(),
                Seat.of(spec.attempt()),
                spec.checkpoints().minimum(),
                spec.checkpoints().due());
    }

    /** One that stands by, to be opened; it has no sink. */
    public static TaskChain spare(Setting setting) {
        return new TaskChain(setting, Seat.late(), 0, 0);
    }

    /** Every subtask has as many lanes. */
    private List<ChainSpec.Output> outputs(Plan plan, PlanVertex made) {
        for (ChannelId channel : plan.outputs(new TaskId(made.name(), 0))) {
            int edge = channel.edge();
            if (plan.edges().get(edge).isBlocking()) {
                partitions.computeIfAbsent(edge, index -> new ArrayList<>()).add(new PartitionLane());
            } else {
                lanes.computeIfAbsent(edge, index -> new ArrayList<>()).add(new ChannelLane());
            }
        }
        return plan.edgesOutOf(made.name()).stream()
                .map(edge -> new ChainSpec.Output(edge, lanes(edge)))
                .toList();
    }

    private List<? extends Lane> lanes(PlanEdge edge) {
        return edge.isBlocking()
                ? partitions.getOrDefault(edge.index(), List.of())
                : lanes.getOrDefault(edge.index(), List.of());
    }

    private static @Nullable KeyFunction<?, ?> key(Plan plan, PlanVertex vertex, int port) {
        for (PlanEdge edge : plan.edgesInto(vertex.name())) {
            if (edge.port() == port && edge.key() != null) {
                return edge.key();
            }
        }
        return null;
    }

    /** Opens the functions; may take long. */
    public void open() {
        chain.open();
    }

    /** Closes what stood by and was not needed; a task closes its chain itself. */
    public void close() {
        chain.close();
    }

    WallClock clock() {
        return clock;
    }

    Pulse pulse() {
        return pulse;
    }

    /** From now on it is the chain of this task. */
    Chain tieTo(TaskSpec spec, TaskChannels channels) {
        if (!spec.attempt().task().vertex().equals(vertex)) {
            throw new IllegalArgumentException("a chain of " + vertex + " cannot be that of " + spec.attempt());
        }
        lanes.forEach((edge, ofEdge) -> channels.bind(edge, ofEdge));
        partitions.forEach((edge, ofEdge) -> channels.bindPartitions(edge, ofEdge));
        chain.seat(spec.attempt());
        return chain;
    }
}
