package io.kintsugi.coordinator.failover;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Decides for each failure of a job what restarts, and when. A job begins with its own strategy, and climbs one step with each
 * failure at which its loss budget is used up; the first failure at which it is not brings it down again.
 *
 * <pre>
 * task ──▶ downstream ──▶ region ──▶ the job fails
 *             sink ────────▲
 * </pre>
 *
 * A task whose own restarts are used up goes on with its region, which counts its restarts by itself. Not for several threads.
 */
public final class Ladder {
    private final Plan plan;
    private final Recovery recovery;
    private final Supplier<RestartBackoff> newBackoff;
    private final RestartBackoff ofRegion;
    private final Map<TaskId, RestartBackoff> ofTasks = new TreeMap<>();
    private Recovery.Strategy step;

    /**
     * Tasks that restart together.
     *
     * @param exact whether they go back to a completed checkpoint, else each to its newest state
     * @param pauseMs from the failure, at least
     * @param planned whether nothing has failed: they are where another attempt can go on without a loss
     */
    public record Group(Set<TaskId> tasks, boolean exact, long pauseMs, boolean planned) {
        /** Of tasks that restart because of a failure. */
        public Group(Set<TaskId> tasks, boolean exact, long pauseMs) {
            this(tasks, exact, pauseMs, false);
        }

        private boolean overlaps(Group other) {
            return tasks.stream().anyMatch(other.tasks::contains);
        }

        private Group and(Group other) {
            Set<TaskId> both = new TreeSet<>(tasks);
            both.addAll(other.tasks);
            return new Group(both, exact || other.exact, Math.max(pauseMs, other.pauseMs));
        }
    }

    /** What follows from failures. */
    public sealed interface Decision {}

    /** @param groups that have no task in common */
    public record Restart(Recovery.Strategy strategy, List<Group> groups) implements Decision {}

    /** @param reason for people; empty where nobody asked for restarts */
    public record GiveUp(String reason) implements Decision {}

    /** @param random for the jitter of pauses */
    public Ladder(Plan plan, Recovery recovery, RandomGenerator random) {
        this.plan = plan;
        this.recovery = recovery;
        this.newBackoff = () -> RestartBackoff.of(recovery.restart(), random);
        this.ofRegion = newBackoff.get();
        this.step = recovery.strategy();
    }

    /**
     * Takes note of tasks that have failed at one moment.
     *
     * @param exceeded whether the loss budget is used up
     */
    public Decision failed(Collection<TaskId> tasks, boolean exceeded, long nowMs) {
        if (!recovery.strategy().isApproximate()) {
            return region(tasks, nowMs);
        }
        boolean climbs = exceeded && escalates();
        if (climbs && step == Recovery.Strategy.REGION) {
            return new GiveUp("the loss budget is used up, and the region has restarted because of it already");
        }
        step = climbs ? wider(step) : exceeded ? step : recovery.strategy();
        return step == Recovery.Strategy.REGION ? region(tasks, nowMs) : approximate(tasks, nowMs);
    }

    /** What restarts, at once, for a failure that does not count. */
    public Restart again(Collection<TaskId> tasks) {
        List<Group> groups = new ArrayList<>();
        tasks.forEach(task -> groups.add(group(task, step, 0)));
        return new Restart(step, apart(groups));
    }

    private boolean escalates() {
        return recovery.budget().onExcess() == LossBudget.OnExcess.ESCALATE;
    }

    private static Recovery.Strategy wider(Recovery.Strategy step) {
        return step == Recovery.Strategy.TASK ? Recovery.Strategy.DOWNSTREAM : Recovery.Strategy.REGION;
    }

    private Decision approximate(Collection<TaskId> tasks, long nowMs) {
        List<Group> groups = new ArrayList<>();
        for (TaskId task : tasks) {
            RestartBackoff.Decision decision =
                    ofTasks.computeIfAbsent(task, id -> newBackoff.get()).failed(nowMs);
            if (decision instanceof RestartBackoff.Restart next) {
                groups.add(group(task, step, next.pauseMs()));
            } else {
                boolean never = recovery.restart() instanceof RestartStrategy.None;
                return escalates() && !never
                        ? region(tasks, nowMs)
                        : new GiveUp(((RestartBackoff.GiveUp) decision).reason());
            }
        }
        return new Restart(step, apart(groups));
    }

    private Decision region(Collection<TaskId> tasks, long nowMs) {
        RestartBackoff.Decision decision = ofRegion.failed(nowMs);
        if (decision instanceof RestartBackoff.Restart next) {
            List<Group> groups = new ArrayList<>();
            tasks.forEach(task -> groups.add(group(task, Recovery.Strategy.REGION, next.pauseMs())));
            return new Restart(Recovery.Strategy.REGION, apart(groups));
        }
        return new GiveUp(((RestartBackoff.GiveUp) decision).reason());
    }

    private Group group(TaskId task, Recovery.Strategy by, long pauseMs) {
        Set<TaskId> restarted = FailoverStrategy.of(by, plan).restartedWith(List.of(task));
        return new Group(restarted, FailoverStrategy.isExact(by, plan, task), pauseMs);
    }

    /** Makes one of those that have a task in common. */
    private static List<Group> apart(List<Group> groups) {
        List<Group> apart = new ArrayList<>();
        for (Group group : groups) {
            Group whole = group;
            for (Group other : List.copyOf(apart)) {
                if (other.overlaps(whole)) {
                    apart.remove(other);
                    whole = whole.and(other);
                }
            }
            apart.add(whole);
        }
        return apart;
    }
}
