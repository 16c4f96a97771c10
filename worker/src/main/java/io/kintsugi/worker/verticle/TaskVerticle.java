package io.kintsugi.worker.verticle;

import io.kintsugi.core.element.RequiresPipelinedException;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.WorkerCommand.ConnectTask;
import io.kintsugi.core.protocol.WorkerCommand.TriggerCheckpoint;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.net.TaskEndpoint;
import io.kintsugi.worker.operator.StepFailedException;
import io.kintsugi.worker.task.CapturedState;
import io.kintsugi.worker.task.Progress;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one task attempt on its own thread: steps it while there is work, gives the loop back after a slice, and waits for
 * frames, credits or time. The verticle's context is not that of the task: what functions do holds up no control message. After its end it still answers for its channels, until the job is released: its last
 * acknowledgement may have been lost.
 *
 * <pre>
 * opening ──▶ deployed ──connect──▶ connecting ──▶ running ──▶ finished
 *     │          │                    │              │  └─last state stored──▶ ended ──finish──▶ finished
 *     └──────────┴────────────────────┴──────────────┴──────────────────────────┴──▶ failed, canceled
 * </pre>
 *
 * In a job with checkpoints a task that has come to its end waits for all others, since its sinks may have prepared what
 * only the last checkpoint may commit. A job that stops with a savepoint finishes its tasks where they are.
 */
final class TaskVerticle extends VerticleBase implements TaskEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(TaskVerticle.class);
    /** After this long at work a task lets others on its event loop have a turn. */
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final TaskWiring wiring;
    private final TaskThread thread;
    private final TaskListener listener;
    private final TaskClock clock = new TaskClock(System.nanoTime());
    private final TaskVersions versions;
    private final Comeback comeback;
    private final Handover handover;
    private final TaskGuard guard;
    private final TaskFunctions functions;
    private final Queue<Frame> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private Phase phase = Phase.OPENING;
    private boolean napping;
    private boolean endsAgain;
    /** What a task of an iteration has to have stored before it is at its end. */
    private Future<Boolean> storing = Future.succeededFuture(true);

    private volatile TaskCounters counters;

    /** Where the attempt stands; see the picture above. */
    private enum Phase {
        OPENING,
        DEPLOYED,
        CONNECTING,
        RUNNING,
        ENDED,
        FINISHED,
        GONE
    }

    TaskVerticle(TaskWiring wiring, TaskListener listener) {
        this.wiring = wiring;
        this.thread = wiring.thread();
        this.listener = event -> {
            if (!thread.isGivenUp()) {
                listener.report(event);
            }
        };
        this.versions = wiring.versions(this::reportVersion);
        this.comeback = new Comeback(wiring, this.listener);
        this.handover = new Handover(wiring, versions);
        this.counters = wiring.task().counters(clock.times());
        this.functions = new TaskFunctions(wiring);
        this.guard = new TaskGuard(wiring, listener, new Guarded());
    }

    @Override
    public Future<?> start() {
        wiring.open(this);
        return functions.open().onSuccess(open -> opened()).onFailure(cause -> {
            wiring.close(this);
            thread.close();
        });
    }

    /** Called by the thread that has opened the task. */
    private void opened() {
        if (thread.isGivenUp()) {
            functions.close();
            return;
        }
        wiring.care().watchdog().add(guard);
        thread.execute(() -> {
            moveTo(Phase.DEPLOYED);
            comeback.restored();
            wiring.task().wallClock(System.nanoTime(), System.currentTimeMillis());
            thread.every(wiring.tickMs(), this::tick);
        });
    }

    @Override
    public Future<?> stop() {
        wiring.care().watchdog().remove(guard);
        thread.close();
        return Future.succeededFuture();
    }

    /** Where the task runs. */
    TaskLocation location() {
        return wiring.location();
    }

    /** What it has done so far; at most a tick old. Called from any thread. */
    TaskCounters counters() {
        return counters;
    }

    /** Learns where its peers are, also when they have moved, and begins. Called from any thread. */
    void connect(ConnectTask command) {
        onContext(() -> {
            if (phase == Phase.DEPLOYED) {
                moveTo(Phase.CONNECTING);
            }
            if (phase != Phase.OPENING && phase != Phase.GONE) { // Also behind its end: a producer may begin anew.
                wiring.connect(command, System.nanoTime());
                wake();
            }
        });
    }

    /** Goes on without these peers until others take their place. Called from any thread. */
    void detach(List<AttemptId> gone) {
        whileLive(() -> {
            gone.forEach(peer -> wiring.task().detach(peer, System.nanoTime()));
            wake();
        });
    }

    /** Ends the input of a source. Called from any thread. */
    void drain() {
        onContext(() -> {
            wiring.task().drain();
            wake();
        });
    }

    /**
     * Comes to rest, so that another attempt goes on just where this one is. Called from any thread.
     *
     * @param ready called once, when the task is to be cancelled: its state is stored and told
     */
    void handOver(Runnable ready) {
        onContext(() -> {
            handover.begin(ready);
            wake();
        });
    }

    /** Fails as if a function had thrown. Called from any thread. */
    void failAsAsked() {
        onContext(() -> {
            throw new InjectedFailureException(wiring.attempt());
        });
    }

    /** Takes the state of a source and sends a barrier, or declines that at once. Called from any thread. */
    void trigger(TriggerCheckpoint command) {
        onContext(() -> {
            if (phase != Phase.RUNNING) {
                decline(command.checkpoint(), "it is " + Words.of(phase));
            } else if (!wiring.task().trigger(command.checkpoint(), command.stops())) {
                decline(command.checkpoint(), "its input has come to its end");
            } else {
                wake();
            }
        });
    }

    private void decline(long checkpoint, String why) {
        listener.report(new WorkerEvent.CheckpointDeclined(wiring.job(), wiring.attempt(), checkpoint, false, why));
    }

    /** Waits for the checkpoint no longer. Called from any thread. */
    void abort(long checkpoint) {
        whileLive(() -> {
            wiring.task().abort(checkpoint);
            versions.abort(checkpoint);
            wake();
        });
    }

    /** Commits what was prepared up to the checkpoint. Called from any thread. */
    void complete(long checkpoint) {
        whileLive(() -> {
            wiring.task().complete(checkpoint);
            wake();
        });
    }

    /** Commits what was prepared up to the last checkpoint of the job, and ends. Called from any thread. */
    void finish(long checkpoint) {
        onContext(() -> {
            boolean stops = phase == Phase.RUNNING && wiring.task().stopsWith(checkpoint);
            if (phase == Phase.ENDED || stops) {
                wiring.task().complete(checkpoint);
                finish();
            }
        });
    }

    private void whileLive(Runnable action) {
        onContext(() -> {
            if (phase != Phase.OPENING && phase != Phase.DEPLOYED && phase != Phase.GONE) {
                action.run();
            }
        });
    }

    /**
     * Stops now; gives how far it had come, when the functions are closed. Ends never where a function does not come back.
     * Any thread may call.
     */
    Future<ChannelPositions> cancel() {
        if (thread.isGivenUp()) {
            return Future.succeededFuture(ChannelPositions.none());
        }
        Promise<ChannelPositions> gone = Promise.promise();
        thread.execute(() -> {
            if (phase == Phase.GONE) {
                gone.complete(ChannelPositions.none());
                return;
            }
            ChannelPositions last = lastWords(false);
            leave().onComplete(closed -> gone.complete(last));
        });
        return gone.future();
    }

    /**
     * Lets go of the task wherever it stands, also if a function of it never comes back; its functions are closed when they
     * do. Any thread may call.
     */
    void giveUp() {
        functions.giveUp();
        wiring.close(this);
        versions.close();
    }

    /** What the guard does with the task. */
    private final class Guarded implements TaskGuard.Owner {
        @Override
        public void giveUp() {
            TaskVerticle.this.giveUp();
        }

        @Override
        public ChannelPositions lastWords() {
            return TaskVerticle.this.lastWords(true);
        }
    }

    /** Any thread may call, possibly from within another task's send: so it only puts the frame aside. */
    @Override
    public void receive(ChannelId channel, Frame frame) {
        arrived.add(frame);
        wake();
    }

    private void onContext(Runnable action) {
        thread.execute(() -> guarded(action));
    }

    private void wake() {
        if (scheduled.compareAndSet(false, true)) {
            thread.execute(this::run);
        }
    }

    private void run() {
        scheduled.set(false);
        guarded(this::work);
    }

    private void work() {
        takeFrames();
        if (phase != Phase.CONNECTING && phase != Phase.RUNNING) {
            return;
        }
        if (phase == Phase.CONNECTING && wiring.isConnected()) {
            moveTo(Phase.RUNNING);
            listener.report(new WorkerEvent.TaskRunning(wiring.job(), wiring.attempt()));
        }
        long nowNs = System.nanoTime();
        clock.begin(nowNs);
        long untilNs = nowNs + SLICE_NS;
        Progress progress;
        do {
            progress = wiring.task().step(nowNs);
            storeCaptured();
            nowNs = System.nanoTime();
        } while (progress == Progress.WORKED && nowNs < untilNs);
        clock.end(nowNs, progress);
        if (!comeback.isComplete()) {
            reportLosses(); // Before it counts as caught up, so that the cost of a recovery is known when it is over.
            comeback.look(wiring.task());
        }
        after(progress);
    }

    /** Credits bound how many there can be. */
    private void takeFrames() {
        long nowNs = System.nanoTime();
        for (Frame frame = arrived.poll(); frame != null; frame = arrived.poll()) {
            if (phase != Phase.GONE) {
                wiring.task().receive(frame, nowNs);
            }
        }
    }

    private void after(Progress progress) {
        switch (progress) {
            case WORKED -> wake();
            case IDLE -> nap(wiring.task().idleNs());
            case FINISHED -> {
                if (!wiring.checkpointed() && storing.succeeded()) {
                    finish();
                }
            }
            case BACK_PRESSURED, ENDING -> {
                // A credit wakes it.
            }
        }
        if (phase == Phase.RUNNING && wiring.endedBefore() && !endsAgain && isAtItsEnd(progress)) {
            endsAgain = true;
            wiring.lastState()
                    .ifPresentOrElse(
                            version -> ended(new WorkerEvent.TaskEnded(wiring.job(), wiring.attempt(), version)),
                            this::storeEnd);
        }
    }

    private static boolean isAtItsEnd(Progress progress) {
        return progress == Progress.ENDING || progress == Progress.FINISHED;
    }

    private void storeEnd() {
        wiring.task().captureEnd();
        storeCaptured();
    }

    private void storeCaptured() {
        CapturedState captured = wiring.task().takeCaptured();
        if (captured != null) {
            Future<Boolean> stored = versions.store(captured).onFailure(this::fail);
            if (captured.isSuperstep()) {
                storing = stored.onSuccess(done -> wake());
            }
        }
    }

    /** What was lost before a state is told before it, so that the leader knows it when the checkpoint is complete. */
    private void reportVersion(WorkerEvent event) {
        reportLosses();
        if (event instanceof WorkerEvent.TaskEnded ended) {
            ended(ended);
        } else {
            listener.report(event);
        }
    }

    private void ended(WorkerEvent.TaskEnded event) {
        moveTo(Phase.ENDED);
        listener.report(event);
    }

    private void nap(long idleNs) {
        if (idleNs > 0 && !napping) {
            napping = true;
            long ms = Math.max(1, TimeUnit.NANOSECONDS.toMillis(idleNs));
            thread.after(ms, () -> {
                napping = false;
                wake();
            });
        }
    }

    private void tick() {
        guarded(() -> {
            if (phase != Phase.GONE && phase != Phase.DEPLOYED) {
                long nowNs = System.nanoTime();
                wiring.task().wallClock(nowNs, System.currentTimeMillis());
                wiring.task().tick(nowNs);
                handover.look(phase == Phase.ENDED);
                wake();
            }
            counters = wiring.task().counters(clock.times());
            reportLosses();
        });
    }

    private void reportLosses() {
        List<LossRange> losses = wiring.task().takeLosses();
        if (!losses.isEmpty()) {
            listener.report(new WorkerEvent.RecordsLost(wiring.job(), wiring.attempt(), losses));
        }
    }

    private void finish() {
        moveTo(Phase.FINISHED);
        reportLosses();
        counters = wiring.task().counters(clock.times());
        functions
                .close()
                .onSuccess(closed -> listener.report(new WorkerEvent.TaskFinished(wiring.job(), wiring.attempt())))
                .onFailure(this::fail);
    }

    private void guarded(Runnable action) {
        try {
            action.run();
        } catch (Throwable e) { // Whatever a user's code throws ends this attempt, and nothing but this attempt.
            fail(e);
        }
    }

    private void fail(Throwable cause) {
        if (phase == Phase.GONE) {
            return;
        }
        counters = wiring.task().counters(clock.times());
        WorkerEvent.TaskFailed failed = failed(cause);
        leave();
        listener.report(failed);
    }

    private WorkerEvent.TaskFailed failed(Throwable cause) {
        ChannelPositions last = lastWords(cause instanceof StepFailedException);
        Failure why = Failure.of(RequiresPipelinedException.in(cause));
        return new WorkerEvent.TaskFailed(wiring.job(), wiring.attempt(), why, System.currentTimeMillis(), last);
    }

    /** What can still be said by a task that is broken, perhaps in the middle of something. */
    private ChannelPositions lastWords(boolean byFunction) {
        try {
            reportLosses();
            return wiring.task().lastWords(byFunction);
        } catch (RuntimeException e) {
            LOG.debug("{} no last words cause=\"{}\"", wiring, e.toString());
            return ChannelPositions.none();
        }
    }

    /** Nothing comes in or goes out any more; ends when the functions are closed, or cannot be, or were before. */
    private Future<Boolean> leave() {
        boolean open = phase != Phase.FINISHED;
        moveTo(Phase.GONE);
        versions.close();
        wiring.close(this);
        Future<Boolean> closed = open ? functions.close().onFailure(functions::notClosed) : Future.succeededFuture();
        return wiring.isBatch() ? closed.eventually(functions::discardPartitions) : closed;
    }

    private void moveTo(Phase next) {
        LOG.debug("{} {}->{}", wiring, phase, next);
        phase = next;
    }
}
