package io.kintsugi.testkit.simulation;

import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.coordinator.job.JobEffects;
import io.kintsugi.coordinator.job.JobEvent;
import io.kintsugi.coordinator.job.JobMaster;
import io.kintsugi.coordinator.job.JobTransition;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.VersionId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The leader: the job master that runs in production, with its effects on simulated workers, network and store. */
final class SimulatedLeader implements JobEffects {
    private static final long ANSWER_MS = 200;

    private final SimulatedCluster cluster;
    private final Term term;
    private final NodeId node;
    private final JobMaster master;
    private boolean ended;
    private boolean over;

    SimulatedLeader(SimulatedCluster cluster, Term term, JobMaster master) {
        this.cluster = cluster;
        this.term = term;
        this.node = node(term);
        this.master = master;
    }

    static NodeId node(Term term) {
        return new NodeId("leader", "l" + term.value());
    }

    NodeId node() {
        return node;
    }

    /** Its process is gone, or it has heard of its successor: it does nothing any more. */
    void end() {
        over = true;
    }

    JobStatus status() {
        return master.status();
    }

    Optional<Manifest> restorable() {
        return master.restorable();
    }

    LossStatus loss() {
        return master.loss();
    }

    boolean ended() {
        return ended;
    }

    /** Whether a task that has not ended is on this worker, or is to be. */
    boolean uses(NodeId worker) {
        return master.tasksOn(worker) > 0;
    }

    void take(JobEvent event) {
        if (over) {
            return;
        }
        cluster.journal().note("leader <- " + event);
        event.applyTo(master, cluster.agenda().nowMs()).forEach(command -> command.execute(this));
        cluster.invariants().check();
    }

    /** A worker's event; true if it was taken, which acknowledges it. */
    boolean told(WorkerEvent event) {
        take(new JobEvent.WorkerTold(event));
        return !over;
    }

    @Override
    public void send(NodeId worker, WorkerCommand command, int sends) {
        cluster.journal().note("leader -> " + worker + " " + command);
        boolean[] answered = {false};
        cluster.network()
                .send(
                        node,
                        worker,
                        () -> cluster.worker(worker)
                                .ifPresent(there ->
                                        there.take(command, refusal -> answer(worker, command, refusal, answered))));
        cluster.agenda().inMs(ANSWER_MS, () -> {
            if (!answered[0]) {
                answered[0] = true;
                take(new JobEvent.CommandUnanswered(worker, command, sends));
            }
        });
    }

    private void answer(NodeId worker, WorkerCommand command, Optional<Failure> refusal, boolean[] answered) {
        cluster.network().send(worker, node, () -> {
            if (!answered[0]) {
                answered[0] = true;
                refusal.ifPresent(why -> refused(worker, command, why));
            }
        });
    }

    private void refused(NodeId worker, WorkerCommand command, Failure why) {
        if (why.equals(SimulatedWorker.SUPERSEDED)) {
            end();
        } else {
            take(new JobEvent.CommandRefused(worker, command, why));
        }
    }

    /** Asked before and behind what is done in the store; one that is not the newest does nothing any more. */
    private boolean isNewest() {
        if (!cluster.newestTerm().equals(term)) {
            end();
        }
        return !over;
    }

    @Override
    public void startTimer(JobEvent event, long delayMs) {
        cluster.agenda().inMs(delayMs, () -> {
            if (!ended) {
                take(event);
            }
        });
    }

    @Override
    public void askForSlots(int round) {
        cluster.agenda().in(1, () -> take(new JobEvent.SlotsOffered(round, offers())));
    }

    List<SlotOffer> offers() {
        return cluster.members().stream()
                .filter(worker -> !cluster.drained().contains(worker))
                .map(worker ->
                        new SlotOffer(worker, SimulatedCluster.SLOTS, SimulatedCluster.SLOTS - master.slotsOn(worker)))
                .toList();
    }

    @Override
    public void storeManifest(Manifest manifest, @Nullable String savepoint) {
        cluster.store().create(manifest, savepoint, created -> {
            if (isNewest()) { // Else it is for the next leader to say whether the checkpoint counts.
                take(new JobEvent.CheckpointTold(created));
            }
        });
    }

    @Override
    public void deleteVersions(List<VersionId> versions) {
        if (isNewest()) {
            cluster.store().delete(versions);
        }
    }

    @Override
    public void deleteManifest(Manifest manifest, List<VersionId> versions) {
        if (isNewest()) {
            cluster.store().delete(manifest, versions);
        }
    }

    @Override
    public void sweepVersions(JobId job, List<VersionId> kept) {
        if (isNewest()) {
            cluster.store().sweep(job, kept);
        }
    }

    @Override
    public void checkpointCompleted(CheckpointStatus status) {
        cluster.invariants().completed(status);
    }

    @Override
    public void jobMoved(JobTransition transition) {
        cluster.journal().note("    " + transition);
    }

    @Override
    public void taskMoved(TaskTransition transition) {
        cluster.journal().note("    " + transition);
    }

    @Override
    public void recoveryMoved(RecoveryStatus recovery) {
        cluster.journal().note("    recovery " + recovery.id() + " " + recovery.state());
    }

    @Override
    public void warn(String text) {
        cluster.journal().note("    warning: " + text);
    }

    @Override
    public void ended(JobStatus status) {
        ended = true;
    }
}
