package io.kintsugi.core.graph;

import io.kintsugi.core.recovery.Checkpointing;
import io.kintsugi.core.recovery.Recovery;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a job asked for: its steps in the order in which they were added. Valid once it exists, and immutable.
 *
 * <p>The graph is not sent between nodes. Each node builds it from the job's builder class, and {@link #fingerprint()}
 * tells whether they built the same.
 */
public final class JobGraph {
    private final Map<String, Step> steps;
    private final int keyGroups;
    private final List<Class<?>> recordTypes;
    private final Policy policy;
    private final Iterations iterations;

    /**
     * How the job is to run, and what it asks for against failures.
     *
     * @param checkpointing null for a job that stores no state
     * @param recovery null for a job that does not say
     * @param latencyMarkersMs how often sources send latency markers; 0 for never
     */
    public record Policy(
            ExecutionMode mode,
            @Nullable Checkpointing checkpointing,
            @Nullable Recovery recovery,
            long latencyMarkersMs) {
        /** All at once, no checkpoints, and nothing said. */
        public static Policy none() {
            return new Policy(ExecutionMode.STREAMING, null, null, 0);
        }
    }

    /**
     * Checks the whole graph; throws {@link InvalidJobException} that names every problem.
     *
     * @param job name of the job, for the message
     * @param steps producers before consumers
     * @param keyGroups parts into which keyed state is divided; the upper limit of parallelism
     * @param recordTypes classes that the user registered beside those that were found
     */
    public static JobGraph of(String job, List<Step> steps, int keyGroups, List<Class<?>> recordTypes, Policy policy) {
        requireNone(job, GraphValidation.problems(steps, keyGroups));
        JobGraph graph = new JobGraph(steps, keyGroups, recordTypes, policy);
        requireNone(job, IterationRules.problems(graph));
        List<String> untyped = new ArrayList<>(new Planner(graph).problems());
        untyped.addAll(StoredState.problems(graph));
        untyped.addAll(PositionTypes.problems(graph));
        requireNone(job, untyped);
        requireNone(job, BatchRules.problems(graph));
        return graph;
    }

    private static void requireNone(String job, List<String> problems) {
        if (!problems.isEmpty()) {
            throw new InvalidJobException(job, problems);
        }
    }

    private JobGraph(List<Step> steps, int keyGroups, List<Class<?>> recordTypes, Policy policy) {
        this.steps = new LinkedHashMap<>();
        steps.forEach(step -> this.steps.put(step.name(), step));
        this.keyGroups = keyGroups;
        this.recordTypes = List.copyOf(recordTypes);
        this.policy = policy;
        this.iterations = Iterations.of(steps);
    }

    Iterations iterations() {
        return iterations;
    }

    /** Whether steps of it run again and again, in supersteps. */
    public boolean iterates() {
        return !iterations.loops().isEmpty();
    }

    /** All steps, in the order in which they were added: producers before consumers. */
    public List<Step> steps() {
        return List.copyOf(steps.values());
    }

    public Optional<Step> step(String name) {
        return Optional.ofNullable(steps.get(name));
    }

    /** The steps that read from {@code name}, each as often as it reads from it. */
    public List<Step> consumers(String name) {
        List<Step> consumers = new ArrayList<>();
        for (Step step : steps.values()) {
            for (StepInput input : step.inputs()) {
                if (input.from().equals(name)) {
                    consumers.add(step);
                }
            }
        }
        return consumers;
    }

    public int keyGroups() {
        return keyGroups;
    }

    /** Whether it runs stage by stage. */
    public boolean isBatch() {
        return switch (policy.mode()) {
            case STREAMING -> false;
            case BATCH -> true;
            case AUTOMATIC -> steps.values().stream().allMatch(Step::isBounded);
        };
    }

    /** How it stores its state; empty for a job without checkpoints. */
    public Optional<Checkpointing> checkpointing() {
        return Optional.ofNullable(policy.checkpointing());
    }

    /** How often sources send latency markers, in milliseconds; 0 for never. */
    public long latencyMarkersMs() {
        return policy.latencyMarkersMs();
    }

    /** What the job itself says; empty where it leaves that to the configuration. */
    public Optional<Recovery> ownRecovery() {
        return Optional.ofNullable(policy.recovery());
    }

    /** What the job itself says, else what counts without any configuration. */
    public Recovery recovery() {
        return ownRecovery()
                .orElse(
                        isBatch()
                                ? Recovery.batch()
                                : checkpointing().isPresent() ? Recovery.region() : Recovery.none());
    }

    /** Classes that the user registered by hand, in order. */
    public List<Class<?>> recordTypes() {
        return recordTypes;
    }

    /**
     * A line for each step and for each class of {@link Plan#recordTypes}: two builds of the same job give the same text
     * in every JVM. It does not see inside of functions.
     */
    public String fingerprint() {
        StringBuilder text = new StringBuilder("key-groups=").append(keyGroups).append('\n');
        if (isBatch()) {
            text.append("batch\n");
        }
        checkpointing().ifPresent(chosen -> text.append(chosen).append('\n'));
        text.append(recovery()).append('\n');
        if (latencyMarkersMs() > 0) {
            text.append("latency-markers-ms=").append(latencyMarkersMs()).append('\n');
        }
        steps.values().forEach(step -> append(text, step));
        for (Class<?> type : Plan.of(this).recordTypes()) {
            text.append(type.getName());
            Arrays.stream(type.getDeclaredFields())
                    .filter(field -> !Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
                    .map(field ->
                            " " + field.getName() + ":" + field.getGenericType().getTypeName())
                    .sorted()
                    .forEach(text::append);
            text.append('\n');
        }
        return text.toString();
    }

    private static void append(StringBuilder text, Step step) {
        text.append(step.name())
                .append(' ')
                .append(step.kind().getClass().getSimpleName())
                .append(" x")
                .append(step.parallelism())
                .append(step.blocking() ? " blocking" : "")
                .append(step.startNewChain() ? " new-chain" : "")
                .append(step.failover().equals(Step.Failover.PLAIN) ? "" : " " + step.failover())
                .append(
                        step.output() == null
                                ? ""
                                : " ->" + step.output().type().getName())
                .append(step.kind() instanceof StepKind.IterationEnd end ? " until " + end.until() : "");
        for (StepInput input : step.inputs()) {
            text.append(" <-").append(input.from());
            if (input.side() != null) {
                text.append('.').append(input.side().name());
            }
            text.append(input.port() == 0 ? ":" : "#2:")
                    .append(
                            input.partitioning() == null
                                    ? "AUTO"
                                    : input.partitioning().name());
        }
        text.append('\n');
    }
}
