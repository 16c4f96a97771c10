package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.coordinator.failover.Ladder;
import io.kintsugi.coordinator.failover.RecoveryLog;
import io.kintsugi.coordinator.loss.BudgetUse;
import io.kintsugi.coordinator.loss.DoubleEntry;
import io.kintsugi.coordinator.loss.LossAccount;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.recovery.AlignmentMode;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.RestorePoint;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What failures of a job have led to: what restarts because of one, what became of that, what it has cost in records. */
final class Recoveries {
    /** In place of the recoveries that leaders before have led. */
    private static final long BEFORE = 0;

    private final Recovery recovery;
    private final Outbox out;
    private final RecoveryLog log;
    private final LossAccount account;
    private final BudgetUse budget;
    private final boolean checksChannels;
    /** The first attempt of a task whose losses count: those before went back to a checkpoint. */
    private final Map<TaskId, Integer> countsFrom = new TreeMap<>();
    /** Null once the job has ended, since it holds the user's classes. */
    private @Nullable Rules rules;

    private boolean balanced = true;
    private int checkedChannels;

    private record Rules(Plan plan, Ladder ladder) {}

    /** @param random for the jitter of pauses */
    Recoveries(JobToRun job, CoordinatorSettings settings, Outbox out, RandomGenerator random) {
        this.recovery = job.recovery();
        this.out = out;
        this.rules = new Rules(job.plan(), new Ladder(job.plan(), recovery, random));
        this.log = new RecoveryLog(job.plan().tasks().size(), settings.recoveriesMax());
        this.account = new LossAccount(settings.lossEntriesMax());
        this.budget = new BudgetUse(recovery.budget());
        this.checksChannels =
                job.checkpoints() != null && job.checkpoints().rules().mode() == AlignmentMode.EXACTLY_ONCE;
    }

    /** Decides what restarts. */
    Ladder.Decision decide(Set<TaskId> failed, long nowMs) {
        Optional<String> excess =
                recovery.strategy().isApproximate() ? budget.excess(waits(), 0, nowMs) : Optional.empty();
        excess.ifPresent(why -> out.warn("the loss budget is used up within %d ms: %s; on excess: %s"
                .formatted(recovery.budget().windowMs(), why, recovery.budget().onExcess())));
        return rules().ladder.failed(failed, excess.isPresent(), nowMs);
    }

    /** What restarts at once, since the failure does not count. */
    Ladder.Restart again(Set<TaskId> failed) {
        return rules().ladder.again(failed);
    }

    private Rules rules() {
        if (rules == null) {
            throw new IllegalStateException("a job that has ended does not recover");
        }
        return rules;
    }

    private boolean waits() {
        return recovery.budget().onExcess() == LossBudget.OnExcess.PAUSE;
    }

    /** For how long tasks must wait until the budget has room for their restart; 0 if it has. */
    long waitMs(long nowMs) {
        return waits() && budget.excess(true, 1, nowMs).isPresent() ? budget.nextRoomMs(nowMs) : 0;
    }

    /** @param restarting all that begins anew because of the failure */
    void begin(Recovery.Strategy strategy, RecoveryLog.Failed failed, Set<TaskId> restarting, long nowMs) {
        RecoveryLog.Restarted restarted = new RecoveryLog.Restarted(restarting, near(restarting));
        RecoveryLog.Change change = log.failed(strategy, failed, restarted, nowMs);
        change.escalated().forEach(this::tell);
        if (change.begun() && strategy != Recovery.Strategy.REGION) {
            budget.recovers(nowMs);
        }
        if (change.begun()) {
            tell(change.id());
        }
        budget.away(nowMs);
        account.forgetBefore(log.oldest());
    }

    /** Tasks move for no fault of theirs: that is remembered like a recovery, and uses up no budget. */
    void move(Ladder.Group group, RecoveryLog.Failed moved, long nowMs) {
        Recovery.Strategy strategy = group.exact() ? Recovery.Strategy.REGION : Recovery.Strategy.TASK;
        tell(log.failed(strategy, moved, new RecoveryLog.Restarted(group.tasks(), group.tasks()), nowMs)
                .id());
        account.forgetBefore(log.oldest());
    }

    private Set<TaskId> near(Set<TaskId> those) {
        Plan plan = rules().plan;
        Set<TaskId> near = new TreeSet<>(those);
        for (TaskId task : those) {
            plan.inputs(task).forEach(channel -> near.add(plan.producer(channel)));
            plan.outputs(task).forEach(channel -> near.add(plan.consumer(channel)));
        }
        return near;
    }

    private void tell(long id) {
        recovery(id).ifPresent(status -> out.add(new JobCommand.TellRecovery(status)));
    }

    /** These go back to a completed checkpoint, so that what was lost since is lost no more. */
    void goBack(List<TaskExecution> restarting) {
        restarting.forEach(task -> countsFrom.put(task.id(), task.next().number()));
        refund(account.repaired(JobTasks.ids(restarting)));
    }

    /**
     * What a task begins with is known. With a state of its own it will tell what it lacks. One that goes on where it died is told
     * what it had lost by then: it would not know, when it dies without a word and the next attempt goes on from a mark of it.
     */
    RestorePoint goOn(TaskExecution task, RestorePoint from) {
        List<LossRange> kept = from.versions().stream()
                .flatMap(version -> version.losses().stream())
                .toList();
        boolean goesOnWhereItDied = !from.last().inputs().isEmpty();
        if (!from.alone()) {
            account.kept(kept); // The checkpoint may have become complete after the failure.
        } else if (goesOnWhereItDied) {
            return from.lost(account.openOf(task.id()));
        } else {
            countsFrom.put(task.id(), task.attempt().number());
            refund(account.wentBack(task.id(), kept));
        }
        return from;
    }

    private void refund(List<LossAccount.Repaired> undone) {
        undone.forEach(repaired -> budget.lost(-repaired.records(), repaired.toldAtMs()));
    }

    void reached(TaskId task, RecoveryStage stage, long atMs) {
        log.reached(task, stage, atMs);
    }

    /**
     * Learns again what was lost under leaders before: from the states of the newest checkpoint, and from what tasks have told. Of
     * recoveries only so much is known that each has begun an attempt. What is known to be lost does not use up the budget again.
     */
    void takeOver(Survey survey, Optional<Manifest> newest, long nowMs) {
        Plan plan = rules().plan;
        log.goOnAfter(survey.all().stream()
                .mapToLong(found -> Survey.begunBefore(found.attempt()))
                .sum());
        newest.ifPresent(manifest -> manifest.versions()
                .forEach(version -> account.take(
                        ofPlan(version.losses(), version.task()), plan, (producer, consumer) -> BEFORE, nowMs)));
        for (Survey.Found found : survey.all()) {
            TaskId task = found.attempt().task();
            countsFrom.put(task, found.losses().countsFrom());
            account.take(ofPlan(found.losses().ranges(), task), plan, (producer, consumer) -> BEFORE, nowMs);
        }
        newest.ifPresent(account::committed);
    }

    private List<LossRange> ofPlan(List<LossRange> losses, TaskId consumer) {
        List<ChannelId> inputs = rules().plan.inputs(consumer);
        return losses.stream().filter(range -> inputs.contains(range.channel())).toList();
    }

    /** Losses are told by an attempt that may be gone by now, and are losses all the same. */
    void lost(WorkerEvent.RecordsLost event, long nowMs) {
        Rules known = rules;
        int attempt = event.attempt().number();
        if (known == null || attempt < countsFrom.getOrDefault(event.attempt().task(), 1)) {
            return;
        }
        List<LossRange> ranges = ofPlan(event.losses(), event.attempt().task());
        long records = account.take(ranges, known.plan, this::causeOf, nowMs);
        if (records > 0) {
            budget.lost(records, nowMs);
        }
    }

    /** Records may come late to a task because of a recovery far before it. */
    private long causeOf(TaskId producer, TaskId consumer) {
        long near = log.recoveryOf(producer, consumer);
        return near > 0
                ? near
                : before(producer).stream()
                        .mapToLong(task -> log.recoveryOf(task, task))
                        .max()
                        .orElse(0);
    }

    /** All whose records reach a task. */
    private Set<TaskId> before(TaskId task) {
        Plan plan = rules().plan;
        Set<TaskId> found = new TreeSet<>();
        Deque<TaskId> open = new ArrayDeque<>(List.of(task));
        while (!open.isEmpty()) {
            for (ChannelId input : plan.inputs(open.remove())) {
                if (found.add(plan.producer(input))) {
                    open.add(plan.producer(input));
                }
            }
        }
        return found;
    }

    /** Tasks have taken so many records more. */
    void taken(long records, long nowMs) {
        budget.taken(records, nowMs);
    }

    /** A checkpoint is complete. */
    void completed(Manifest manifest) {
        account.committed(manifest);
        Rules known = rules;
        if (checksChannels && known != null) {
            DoubleEntry check = DoubleEntry.of(known.plan, manifest);
            checkedChannels = check.channels();
            balanced &= check.differences().isEmpty();
            check.differences()
                    .forEach(difference ->
                            out.warn("the loss account does not balance at checkpoint #%d, which is a bug: %s"
                                    .formatted(manifest.checkpoint(), difference)));
        }
    }

    /** Ends those recoveries of which no task is on its way any more. */
    void settle(Predicate<TaskId> isOnItsWay, boolean allWork, long nowMs) {
        log.done(isOnItsWay).forEach(this::tell);
        if (allWork) {
            budget.back(nowMs);
        }
    }

    void abandon() {
        log.abandon();
    }

    void release() {
        rules = null;
    }

    /** What the checkpoints have to know of losses. */
    CheckpointEvent lossKnown() {
        return new CheckpointEvent.LossKnown(account.total().lost(), account.isOpen());
    }

    /** Newest first, a bounded number. */
    List<RecoveryStatus> statuses() {
        return log.statuses(account::total);
    }

    Optional<RecoveryStatus> recovery(long id) {
        return statuses().stream().filter(status -> status.id() == id).findFirst();
    }

    LossStatus loss(long nowMs) {
        return new LossStatus(account.total(), balanced, checkedChannels, budget.status(nowMs), account.entries());
    }
}
