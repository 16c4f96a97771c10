package io.kintsugi.testkit.simulation;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.protocol.ChannelPeer;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.WorkerCommand.ConnectTask;
import io.kintsugi.core.protocol.WorkerCommand.DeployTask;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.CorruptSnapshotException;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.channel.FrameSink;
import io.kintsugi.worker.task.CapturedState;
import io.kintsugi.worker.task.Progress;
import io.kintsugi.worker.task.Task;
import io.kintsugi.worker.task.TaskChain;
import io.kintsugi.worker.task.TaskSpec;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One task attempt on a simulated worker: the production task, stepped, stored and reported as its verticle does it.
 *
 * <pre>
 * opening ──▶ deployed ──connect──▶ connecting ──▶ running ──last state stored──▶ ended ──FinishTasks──▶ finished
 *     └──────────┴────────────────────┴──────────────┴───────────────────────────┴──▶ gone
 * </pre>
 */
final class SimulatedTask {
    private static final int STEPS_AT_ONCE = 8;
    private static final long TICK_MS = 5;
    private static final long STORE_AGAIN_MS = 20;

    private final SimulatedCluster cluster;
    private final SimulatedWorker worker;
    private final JobId job;
    private final AttemptId attempt;
    private final RestorePoint restore;
    private final Map<ChannelId, ChannelPeer> peers = new TreeMap<>();
    private final Task task;
    private final int channels;
    private Phase phase = Phase.OPENING;
    private boolean scheduled;
    private long versions;
    /** The last state of the task, told again instead of being stored again; null for one that has not ended. */
    private @Nullable StateVersion endedBefore;

    private long triggered;
    /** Told when it is at rest, as somebody has asked for; null before. */
    private @Nullable Runnable atRest;

    /** Number of the state that it has at rest, while it is being stored; 0 for none. */
    private long rest;

    private boolean restIsTold;

    private enum Phase {
        OPENING,
        DEPLOYED,
        CONNECTING,
        RUNNING,
        ENDED,
        FINISHED,
        GONE
    }

    SimulatedTask(SimulatedCluster cluster, SimulatedWorker worker, DeployTask command, Optional<TaskChain> spare) {
        this.cluster = cluster;
        this.worker = worker;
        this.job = command.job();
        this.attempt = command.attempt();
        this.restore = command.restore();
        this.triggered = restore.minCheckpoint();
        TaskSpec spec = cluster.taskSpec(attempt, restore);
        Function<ChannelId, FrameSink> ways = channel -> frame -> send(channel, frame);
        this.task = spare.map(chain -> new Task(spec, chain, ways)).orElseGet(() -> new Task(spec, ways));
        this.channels = spec.plan().inputs(attempt.task()).size()
                + spec.plan().outputs(attempt.task()).size();
    }

    AttemptId attempt() {
        return attempt;
    }

    boolean isGone() {
        return phase == Phase.GONE;
    }

    /** Works, or will: its attempt must be the only one of the task. */
    boolean isLive() {
        return phase != Phase.GONE && phase != Phase.FINISHED;
    }

    void start() {
        worker.in(cluster.random().nextInt(5_000) * 1_000L, () -> guarded(this::open));
    }

    private void open() {
        if (phase != Phase.OPENING) {
            return;
        }
        if (cluster.failsToOpen(attempt.task())) {
            throw new SimulatedCluster.InjectedFailure("the model server is not there");
        }
        List<InputStream> streams = new ArrayList<>();
        for (StateVersion version : restore.versions()) {
            try {
                streams.add(cluster.store().kept().read(version));
            } catch (CorruptSnapshotException damaged) {
                leave();
                worker.report(new WorkerEvent.StateUnreadable(job, attempt, version.id(), Failure.of(damaged)));
                return;
            }
        }
        task.wallClock(cluster.agenda().nowNs(), cluster.agenda().nowMs());
        endedBefore = restore.versions().stream()
                .filter(StateVersion::ended)
                .findFirst()
                .orElse(null);
        if (endedBefore == null) {
            task.open(streams, restore.dropUnmatched());
        } else {
            task.openEnded(streams);
        }
        phase = Phase.DEPLOYED;
        worker.report(new WorkerEvent.TaskDeployed(job, attempt, worker.location()));
        tick();
    }

    void connect(ConnectTask command) {
        if (phase == Phase.DEPLOYED) {
            phase = Phase.CONNECTING;
        }
        if (phase == Phase.OPENING || phase == Phase.GONE) {
            return;
        }
        command.outputs().forEach(this::bind);
        command.inputs().forEach(this::bind);
        for (ChannelPeer peer : command.inputs()) {
            task.connect(peer.channel(), peer.attempt(), cluster.agenda().nowNs());
        }
        wake();
    }

    /** An order of before, which comes late, is no news. */
    private void bind(ChannelPeer peer) {
        peers.merge(peer.channel(), peer, (known, told) -> told.attempt() >= known.attempt() ? told : known);
    }

    /** Goes on without these peers. */
    void detach(List<AttemptId> gone) {
        if (works()) {
            gone.forEach(peer -> task.detach(peer, cluster.agenda().nowNs()));
            wake();
        }
    }

    private void send(ChannelId channel, Frame frame) {
        ChannelPeer peer = peers.get(channel);
        if (peer != null) {
            cluster.send(worker.node(), peer.location().node(), frame);
        }
    }

    void receive(Frame frame) {
        if (phase != Phase.GONE && phase != Phase.OPENING) {
            guarded(() -> task.receive(frame, cluster.agenda().nowNs()));
            wake();
        }
    }

    void drain() {
        task.drain();
        wake();
    }

    /** @param ready called once, when the task is at rest and its state is told */
    void handOver(Runnable ready) {
        if (atRest == null) {
            atRest = ready;
            task.settle();
            wake();
        }
    }

    private void lookWhetherAtRest() {
        boolean waits = atRest == null || restIsTold || rest > 0;
        if (waits || !task.isSettled() || (task.hasEnded() && phase != Phase.ENDED)) {
            return;
        }
        if (phase != Phase.ENDED && task.captureSettled()) {
            rest = versions + 1;
            store(task.takeCaptured());
        } else {
            tellRest();
        }
    }

    private void tellRest() {
        restIsTold = true;
        if (atRest != null) {
            atRest.run();
        }
    }

    void trigger(long checkpoint, boolean stops) {
        if (checkpoint == triggered) {
            return; // The same order again.
        }
        if (phase == Phase.RUNNING && task.trigger(checkpoint, stops)) {
            triggered = checkpoint;
            wake();
        } else {
            worker.report(new WorkerEvent.CheckpointDeclined(job, attempt, checkpoint, false, "it does not run"));
        }
    }

    void abort(long checkpoint) {
        if (works()) {
            task.abort(checkpoint);
            wake();
        }
    }

    private boolean works() {
        return phase != Phase.OPENING && phase != Phase.DEPLOYED && phase != Phase.GONE;
    }

    void complete(long checkpoint) {
        if (works()) {
            guarded(() -> task.complete(checkpoint));
            wake();
        }
    }

    void finish(long checkpoint) {
        boolean stops = phase == Phase.RUNNING && task.stopsWith(checkpoint);
        if (phase == Phase.ENDED || stops) {
            guarded(() -> {
                task.complete(checkpoint);
                tellLosses();
                task.close();
                phase = Phase.FINISHED;
                worker.report(new WorkerEvent.TaskFinished(job, attempt));
            });
        }
    }

    /** Stops now, whatever it does; gives how far it had come. */
    ChannelPositions cancel() {
        ChannelPositions last = lastWords();
        leave();
        return last;
    }

    /** What it has not told yet, and how far it has come. */
    private ChannelPositions lastWords() {
        if (phase == Phase.OPENING || phase == Phase.GONE) {
            return ChannelPositions.none();
        }
        tellLosses();
        return task.lastWords(false);
    }

    private void leave() {
        if (phase != Phase.GONE) {
            boolean close = phase != Phase.FINISHED;
            phase = Phase.GONE;
            if (close) {
                task.close();
            }
        }
    }

    /** The process is gone: nothing is closed. */
    void die() {
        phase = Phase.GONE;
    }

    void fail(Throwable cause) {
        if (phase == Phase.GONE) {
            return;
        }
        if (SimulatedCluster.isBug(cause)) {
            throw new IllegalStateException("task " + attempt + " broke", cause);
        }
        ChannelPositions last = cancel();
        worker.report(new WorkerEvent.TaskFailed(
                job, attempt, Failure.of(cause), cluster.agenda().nowMs(), last));
    }

    private void tellLosses() {
        List<LossRange> losses = task.takeLosses();
        if (!losses.isEmpty()) {
            worker.report(new WorkerEvent.RecordsLost(job, attempt, losses));
        }
    }

    private void wake() {
        if (!scheduled && phase != Phase.GONE) {
            scheduled = true;
            worker.in(1_000L * (1 + cluster.random().nextInt(40)), () -> {
                scheduled = false;
                guarded(this::work);
            });
        }
    }

    private void work() {
        if (phase != Phase.CONNECTING && phase != Phase.RUNNING) {
            return;
        }
        if (phase == Phase.CONNECTING && task.connected() && peers.size() == channels) {
            phase = Phase.RUNNING;
            worker.report(new WorkerEvent.TaskRunning(job, attempt));
        }
        Progress progress = Progress.WORKED;
        for (int i = 0; i < STEPS_AT_ONCE && progress == Progress.WORKED; i++) {
            progress = task.step(cluster.agenda().nowNs());
            store(task.takeCaptured());
        }
        if (endedBefore != null
                && phase == Phase.RUNNING
                && (progress == Progress.ENDING || progress == Progress.FINISHED)) {
            tellEndAgain(endedBefore);
        }
        if (progress == Progress.WORKED) {
            wake();
        } else if (progress == Progress.IDLE && task.idleNs() > 0) {
            worker.in(task.idleNs(), this::wake);
        }
    }

    /** The state of an earlier run stays that of the earlier run. */
    private void tellEndAgain(StateVersion known) {
        endedBefore = null;
        if (known.id().job().equals(job)) {
            ended(known);
        } else {
            task.captureEnd();
            store(task.takeCaptured());
        }
    }

    private void store(@Nullable CapturedState captured) {
        if (captured == null) {
            return;
        }
        VersionId id = new VersionId(job, attempt, ++versions);
        cluster.store().write(id, captured.state()::writeTo, new SimulatedStore.Written() {
            @Override
            public boolean wanted() {
                if (isGone()) {
                    captured.close();
                }
                return !isGone();
            }

            @Override
            public void stored(SnapshotStore.Stored stored) {
                captured.close();
                worker.in(0, () -> told(captured, captured.version(id, stored)));
            }

            @Override
            public void failed(String reason) {
                captured.close();
                worker.in(0, () -> refused(captured, id.number(), reason));
            }
        });
    }

    private void told(CapturedState captured, StateVersion version) {
        if (phase == Phase.GONE) {
            return;
        }
        tellLosses();
        if (captured.ended()) {
            ended(version);
        } else if (captured.checkpoint() == StateVersion.NO_CHECKPOINT) {
            worker.report(new WorkerEvent.StateStored(job, attempt, version));
            if (version.id().number() == rest) {
                tellRest();
            }
        } else {
            worker.report(new WorkerEvent.CheckpointAcked(job, attempt, captured.checkpoint(), version));
        }
    }

    private void ended(StateVersion version) {
        phase = Phase.ENDED;
        worker.report(new WorkerEvent.TaskEnded(job, attempt, version));
    }

    private void refused(CapturedState captured, long number, String reason) {
        if (phase == Phase.GONE) {
            return;
        }
        if (captured.ended()) {
            worker.in(STORE_AGAIN_MS * 1_000_000, () -> {
                if (phase != Phase.GONE) {
                    task.captureEnd();
                    store(task.takeCaptured());
                }
            });
        } else if (number == rest) {
            worker.in(STORE_AGAIN_MS * 1_000_000, () -> rest = 0);
        } else if (captured.checkpoint() != StateVersion.NO_CHECKPOINT) {
            worker.report(new WorkerEvent.CheckpointDeclined(job, attempt, captured.checkpoint(), true, reason));
        }
    }

    private void tick() {
        guarded(() -> {
            if (phase != Phase.GONE) {
                long nowNs = cluster.agenda().nowNs();
                task.wallClock(nowNs, cluster.agenda().nowMs());
                if (phase != Phase.DEPLOYED) {
                    task.tick(nowNs);
                    tellLosses();
                    lookWhetherAtRest();
                    wake();
                }
                worker.in(TICK_MS * 1_000_000, this::tick);
            }
        });
    }

    private void guarded(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            fail(e);
        }
    }
}
