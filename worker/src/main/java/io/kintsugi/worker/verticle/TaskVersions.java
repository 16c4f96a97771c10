package io.kintsugi.worker.verticle;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.kintsugi.worker.task.CapturedState;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the states of one task attempt to the store, on threads of the store's own, and tells the leader what became of
 * them. Used on the task's context.
 *
 * <p>A state that is still being written when a newer one comes is written to its end, since a barrier that is late is no
 * worse than none; what would be one too many is declined. A state of an aborted checkpoint is dropped where it stands.
 */
final class TaskVersions {
    private static final Logger LOG = LoggerFactory.getLogger(TaskVersions.class);
    /** States that one attempt writes at one time: what they hold beside the live state is bounded by it. */
    static final int WRITING_MAX = 2;

    private final StateStore store;
    private final JobId job;
    private final AttemptId attempt;
    private final TaskListener listener;
    private final Map<Long, Writing> writing = new TreeMap<>();
    private long number;

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

    TaskVersions(StateStore store, JobId job, AttemptId attempt, TaskListener listener) {
        this.store = store;
        this.job = job;
        this.attempt = attempt;
        this.listener = listener;
    }

    /**
     * Stores the state and reports it, or declines its checkpoint. The future fails where that was the last state of the
     * task, which cannot do without.
     */
    Future<Void> store(CapturedState captured) {
        if (writing.size() >= WRITING_MAX && !captured.ended()) {
            captured.close();
            refused(captured, writing.size() + " earlier states of the task are still being written");
            return Future.succeededFuture();
        }
        VersionId id = new VersionId(job, attempt, ++number);
        Writing writing = new Writing(captured);
        this.writing.put(id.number(), writing);
        return store.threads()
                .executeBlocking(() -> write(id, writing), false)
                .onComplete(done -> this.writing.remove(id.number()))
                .transform((version, cause) -> written(id, writing, version, cause));
    }

    private Future<Void> written(VersionId id, Writing written, StateVersion version, Throwable cause) {
        if (written.dropped) {
            return cause == null ? delete(id) : Future.succeededFuture();
        }
        if (cause == null) {
            listener.report(event(version));
            return Future.succeededFuture();
        }
        if (written.state.ended()) {
            return Future.failedFuture(cause);
        }
        refused(written.state, cause.toString());
        return Future.succeededFuture();
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
            copying.forEach(way -> way.keep(id, stored));
            return state.version(id, stored);
        } finally {
            copying.forEach(LocalCopies.Copying::discard);
        }
    }

    private WorkerEvent event(StateVersion version) {
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

    /** The attempt is gone: nothing is written further, nor reported. */
    void close() {
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
