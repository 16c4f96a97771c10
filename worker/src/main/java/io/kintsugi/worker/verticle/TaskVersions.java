package io.kintsugi.worker.verticle;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.kintsugi.worker.task.CapturedState;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.WorkerExecutor;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the states of one task attempt to the store, on threads of the store's own, and tells the leader what became of
 * them. Used on the task's thread, but for {@link #close}.
 *
 * <p>A state that is still being written when a newer one comes is written to its end, since a barrier that is late is no
 * worse than none; what would be one too many is declined. One that nobody has asked for gives way to any other,
 * so that a slow disk means fewer backups and fails no checkpoint. A state of an aborted checkpoint is dropped where it stands.
 */
final class TaskVersions {
    private static final Logger LOG = LoggerFactory.getLogger(TaskVersions.class);
    /** States that one attempt writes at one time: what they hold beside the live state is bounded by it. */
    static final int WRITING_MAX = 2;

    /** How often a task tries to store its last state before it fails: nothing else can stand for it. */
    private static final int LAST_STATE_TRIES = 5;

    private static final long LAST_STATE_PAUSE_MS = 1_000;

    private final StateStore store;
    private final TaskWiring wiring;
    private final JobId job;
    private final AttemptId attempt;
    private final TaskListener listener;
    private final TaskThread owner;
    private final Map<Long, Writing> writing = new ConcurrentSkipListMap<>();
    private long number;
    private int lastStateTries;
    private volatile boolean closed;

    /** Where states are stored, the threads that do it, and what of it is in memory as well. */
    record StateStore(SnapshotStore snapshots, WorkerExecutor threads, LocalCopies copies) {}

    /** A state under way; the flag is read by the thread that writes it. */
    private static final class Writing {
        private final CapturedState state;
        private volatile boolean dropped;

        Writing(CapturedState state) {
            this.state = state;
        }
    }

    TaskVersions(StateStore store, TaskWiring wiring, TaskListener listener) {
        this.store = store;
        this.wiring = wiring;
        this.job = wiring.job();
        this.attempt = wiring.attempt();
        this.listener = listener;
        this.owner = wiring.thread();
    }

    /**
     * Stores the state and reports it, or declines its checkpoint; gives whether it was stored. The future fails where that was the last state of the
     * task, which cannot do without, and could not be stored however often it was tried.
     */
    Future<Boolean> store(CapturedState captured) {
        boolean backup = captured.checkpoint() == StateVersion.NO_CHECKPOINT && !captured.ended();
        if (backup && !writing.isEmpty()) {
            captured.close();
            return Future.succeededFuture(false);
        }
        if (writing.size() >= WRITING_MAX && !captured.ended()) {
            captured.close();
            refused(captured, writing.size() + " earlier states of the task are still being written");
            return Future.succeededFuture(false);
        }
        VersionId id = new VersionId(job, attempt, ++number);
        Writing writing = new Writing(captured);
        this.writing.put(id.number(), writing);
        Promise<StateVersion> written = Promise.promise();
        store.threads()
                .executeBlocking(() -> write(id, writing), false)
                .onComplete(outcome -> owner.execute(() -> written.handle(outcome)));
        return written.future()
                .onComplete(done -> this.writing.remove(id.number()))
                .transform((version, cause) -> written(id, writing, version, cause));
    }

    private Future<Boolean> written(VersionId id, Writing written, StateVersion version, Throwable cause) {
        if (written.dropped) {
            return (cause == null ? delete(id) : Future.succeededFuture()).map(false);
        }
        if (cause == null) {
            listener.report(event(written.state, version));
            return Future.succeededFuture(true);
        }
        if (written.state.ended()) {
            return storeLastAgain(cause);
        }
        refused(written.state, cause.toString());
        return Future.succeededFuture(false);
    }

    private Future<Boolean> storeLastAgain(Throwable cause) {
        if (++lastStateTries >= LAST_STATE_TRIES) {
            return Future.failedFuture(new IllegalStateException(
                    "the last state of the task could not be stored in %d tries".formatted(LAST_STATE_TRIES), cause));
        }
        LOG.warn(
                "{} last state not stored, trying again in {} ms cause=\"{}\"",
                wiring,
                LAST_STATE_PAUSE_MS,
                cause.toString());
        Promise<Boolean> stored = Promise.promise();
        owner.after(LAST_STATE_PAUSE_MS, () -> {
            if (!closed) {
                captureAndStoreLast().onComplete(stored);
            }
        });
        return stored.future();
    }

    private Future<Boolean> captureAndStoreLast() {
        try {
            wiring.task().captureEnd();
            CapturedState captured = wiring.task().takeCaptured();
            return captured == null ? Future.succeededFuture(false) : store(captured);
        } catch (RuntimeException e) {
            return Future.failedFuture(e);
        }
    }

    /** Nobody will hear of a version that was dropped behind its last byte, so nobody else would delete it. */
    private Future<Void> delete(VersionId id) {
        return store.threads()
                .executeBlocking(() -> store.snapshots().delete(id), false)
                .onFailure(failure -> LOG.warn(
                        "job={} version={} nobody needs it and it was not deleted cause=\"{}\"",
                        job,
                        id,
                        failure.toString()))
                .otherwise(false)
                .mapEmpty();
    }

    private StateVersion write(VersionId id, Writing writing) {
        List<LocalCopies.Copying> copying = new ArrayList<>(1);
        try (CapturedState state = writing.state) {
            SnapshotStore.Stored stored = store.snapshots().write(id, out -> {
                LocalCopies.Copying way = store.copies().copying(new Droppable(out, writing));
                copying.add(way);
                state.state().writeTo(way);
            });
            if (writing.dropped) { // Perhaps its task was given up, and does nothing any more.
                store.snapshots().delete(id);
            } else {
                copying.forEach(way -> way.keep(id, stored));
            }
            return state.version(id, stored);
        } finally {
            copying.forEach(LocalCopies.Copying::discard);
        }
    }

    private WorkerEvent event(CapturedState state, StateVersion version) {
        if (state.isSuperstep()) {
            return new WorkerEvent.SuperstepStored(job, attempt, version, state.measure());
        }
        if (version.ended()) {
            return new WorkerEvent.TaskEnded(job, attempt, version);
        }
        return version.checkpoint() == StateVersion.NO_CHECKPOINT
                ? new WorkerEvent.StateStored(job, attempt, version)
                : new WorkerEvent.CheckpointAcked(job, attempt, version.checkpoint(), version);
    }

    private void refused(CapturedState state, String why) {
        if (state.checkpoint() == StateVersion.NO_CHECKPOINT) {
            LOG.warn(
                    "job={} task={} attempt={} state not stored cause=\"{}\"",
                    job,
                    attempt.task(),
                    attempt.number(),
                    why);
        } else {
            listener.report(new WorkerEvent.CheckpointDeclined(job, attempt, state.checkpoint(), true, why));
        }
    }

    /** The checkpoint is given up: what is written for it is written no further. */
    void abort(long checkpoint) {
        writing.values().forEach(one -> one.dropped |= one.state.checkpoint() == checkpoint && !one.state.ended());
    }

    /** The attempt is gone: nothing is written further, nor reported. Any thread may call. */
    void close() {
        closed = true;
        writing.values().forEach(one -> one.dropped = true);
    }

    /** Ends the writing of a state that nobody wants any more. */
    private static final class Droppable extends FilterOutputStream {
        private final Writing writing;

        Droppable(OutputStream out, Writing writing) {
            super(out);
            this.writing = writing;
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            requireWanted();
            out.write(bytes, from, count);
        }

        @Override
        public void write(int value) throws IOException {
            requireWanted();
            out.write(value);
        }

        private void requireWanted() throws IOException {
            if (writing.dropped) {
                throw new IOException("the checkpoint was given up");
            }
        }
    }
}
