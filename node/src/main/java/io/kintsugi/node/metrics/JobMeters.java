package io.kintsugi.node.metrics;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.PartitionStatus;
import io.kintsugi.core.protocol.SuperstepStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Meters for the newest run of each job that this node leads, with the tag job; they are gone when it leads no more. A
 * loss that was repaired is taken back, so losses are gauges.
 */
final class JobMeters {
    private final MeterRegistry registry;
    private final Map<String, Run> runs = new TreeMap<>();

    JobMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    /** @param jobs all that there are */
    synchronized void show(List<JobFigures> jobs) {
        Map<String, JobFigures> shown = new TreeMap<>();
        jobs.forEach(job -> shown.put(job.job(), job));
        runs.entrySet().removeIf(known -> {
            boolean stays =
                    shown.containsKey(known.getKey()) && known.getValue().isOf(shown.get(known.getKey()));
            if (!stays) {
                known.getValue().meters.forEach(registry::remove);
            }
            return !stays;
        });
        shown.forEach((name, job) -> {
            Run known = runs.get(name);
            if (known == null) {
                runs.put(name, new Run(job));
            } else {
                known.figures = job;
            }
        });
    }

    /** One run of a job. The registry reads its figures from any thread. */
    private final class Run {
        private final JobId id;
        private final Tags tags;
        private final List<Meter> meters = new ArrayList<>();
        private volatile JobFigures figures;

        private Run(JobFigures first) {
            this.id = first.status().spec().id();
            this.figures = first;
            this.tags = Tags.of("job", id.name());
            for (JobState state : JobState.values()) {
                String description = "1 for the state that the job is in, else 0.";
                gauge(
                        "state",
                        tags.and("state", Words.of(state)),
                        description,
                        now -> now.status().state() == state ? 1 : 0);
            }
            for (TaskState state : TaskState.values()) {
                gauge(
                        "tasks",
                        tags.and("state", Words.of(state)),
                        "How many of its tasks are in the state.",
                        now -> now.status().tasks().stream()
                                .filter(task -> task.state() == state)
                                .count());
            }
            counter("recoveries", tags, "Recoveries.", JobFigures::recoveries);
            loss("lost-state", LossTotals::lostState);
            loss("discarded", LossTotals::discarded);
            loss("duplicates", LossTotals::duplicates);
            loss("orphans", LossTotals::orphans);
            loss("late-after-recovery", LossTotals::lateAfterRecovery);
            gauge(
                    "loss.balanced",
                    tags,
                    "1 while every channel's records add up, else 0.",
                    now -> now.loss().balanced() ? 1 : 0);
            gauge("loss.budget.used", tags, "Share of the loss budget in use; 1 is all.", JobFigures::budgetUsed);
            for (SuperstepStatus iteration : first.status().iterations()) {
                supersteps(iteration.iteration());
            }
            if (!partitions(first).isEmpty()) {
                partitions();
            }
            for (TaskStatus task : first.status().tasks()) {
                restarts(task.attempt().task());
            }
        }

        private boolean isOf(JobFigures job) {
            return id.equals(job.status().spec().id());
        }

        private void loss(String kind, ToDoubleFunction<LossTotals> figure) {
            gauge(
                    "loss.records",
                    tags.and("kind", kind),
                    "Records that did not count exactly once and were not repaired.",
                    now -> figure.applyAsDouble(now.loss().total()));
        }

        private void supersteps(String iteration) {
            Tags ofIteration = tags.and("iteration", iteration);
            gauge(
                    "superstep",
                    ofIteration,
                    "Superstep that is under way, from 1; the last one if the iteration is over.",
                    now -> of(now, iteration, SuperstepStatus::superstep));
            gauge("superstep.max", ofIteration, "Supersteps at most.", now -> of(now, iteration, SuperstepStatus::max));
            gauge(
                    "superstep.value",
                    ofIteration,
                    "What the records of the last complete superstep measure together; NaN before the first.",
                    now -> of(now, iteration, SuperstepStatus::value));
        }

        private static double of(JobFigures now, String iteration, ToDoubleFunction<SuperstepStatus> figure) {
            return now.status().iterations().stream()
                    .filter(one -> one.iteration().equals(iteration))
                    .mapToDouble(figure)
                    .findFirst()
                    .orElse(Double.NaN);
        }

        private void partitions() {
            for (PartitionStatus.State state : PartitionStatus.State.values()) {
                gauge(
                        "partitions",
                        tags.and("state", Words.of(state)),
                        "How many partitions of its stages are in the state.",
                        now -> sum(now, state, PartitionStatus::count));
            }
            gauge(
                    "partitions.kept.bytes",
                    tags,
                    "Encoded bytes in partitions that can be read.",
                    now -> sum(now, PartitionStatus.State.KEPT, kept -> Math.max(0, kept.bytes())));
            counter(
                    "partitions.lost",
                    tags,
                    "Partitions that were whole and got lost.",
                    now -> partitions(now).stream()
                            .mapToLong(PartitionStatus::lost)
                            .sum());
        }

        private static long sum(JobFigures now, PartitionStatus.State state, ToLongFunction<PartitionStatus> figure) {
            return partitions(now).stream()
                    .filter(one -> one.state() == state)
                    .mapToLong(figure)
                    .sum();
        }

        private static List<PartitionStatus> partitions(JobFigures job) {
            return job.status().tasks().stream()
                    .map(TaskStatus::partitions)
                    .filter(Objects::nonNull)
                    .toList();
        }

        private void restarts(TaskId task) {
            Tags ofTask = tags.and("vertex", task.vertex(), "subtask", Integer.toString(task.subtask()));
            counter(
                    "task.restarts",
                    ofTask,
                    "How often the task began anew.",
                    now -> now.status().tasks().stream()
                            .filter(one -> one.attempt().task().equals(task))
                            .mapToInt(TaskStatus::restarts)
                            .sum());
        }

        private void gauge(String name, Tags all, String description, ToDoubleFunction<JobFigures> figure) {
            meters.add(Gauge.builder("kintsugi.job." + name, this, run -> figure.applyAsDouble(run.figures))
                    .tags(all)
                    .description(description)
                    .register(registry));
        }

        private void counter(String name, Tags all, String description, ToDoubleFunction<JobFigures> figure) {
            meters.add(FunctionCounter.builder("kintsugi.job." + name, this, run -> figure.applyAsDouble(run.figures))
                    .tags(all)
                    .description(description)
                    .register(registry));
        }
    }
}
