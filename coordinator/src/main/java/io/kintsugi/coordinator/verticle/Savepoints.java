package io.kintsugi.coordinator.verticle;

import io.kintsugi.coordinator.checkpoint.CheckpointEvent;
import io.kintsugi.coordinator.checkpoint.StateLedger;
import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.job.JobEvent;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.Names;
import io.kintsugi.core.model.Nearest;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.SavepointStatus;
import io.kintsugi.core.protocol.StopRequest;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.VersionId;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Savepoints as people ask for them, name them, start from them and delete them. On the leader's loop only. */
final class Savepoints {
    private final Reign reign;

    Savepoints(Reign reign) {
        this.reign = reign;
    }

    /** What is stored, oldest first; then what the newest run was asked for and has not done, or not managed to do. */
    Future<List<SavepointStatus>> list(String job) {
        // Looked at first: what is no longer pending by then is found in the store.
        List<SavepointStatus> asked = asked(job);
        return reign.snapshots().read(job).map(found -> {
            List<SavepointStatus> all = new ArrayList<>();
            found.savepoints().forEach(manifest -> all.add(stored(manifest)));
            List<String> names = all.stream().map(SavepointStatus::name).toList();
            asked.stream().filter(one -> !names.contains(one.name())).forEach(all::add);
            return all;
        });
    }

    private static SavepointStatus stored(Manifest manifest) {
        return new SavepointStatus(
                manifest.job(),
                String.valueOf(manifest.savepoint()),
                CheckpointState.COMPLETED,
                manifest.checkpoint(),
                manifest.completedAtMs(),
                manifest.bytes(),
                null);
    }

    /** Of each name only the newest attempt. */
    private List<SavepointStatus> asked(String job) {
        List<SavepointStatus> asked = new ArrayList<>();
        reign.job(job).ifPresent(runner -> {
            for (CheckpointStatus status : runner.checkpoints()) {
                String name = status.savepoint();
                boolean open = status.state() != CheckpointState.COMPLETED;
                if (name != null
                        && open
                        && asked.stream().noneMatch(known -> known.name().equals(name))) {
                    asked.add(asked(runner.id(), name, status));
                }
            }
        });
        return asked;
    }

    private static SavepointStatus asked(JobId job, String name, CheckpointStatus status) {
        return new SavepointStatus(
                job, name, status.state(), status.checkpoint(), status.endedAtMs(), status.bytes(), status.reason());
    }

    Future<SavepointStatus> get(String job, String name) {
        return list(job)
                .compose(all -> all.stream()
                        .filter(savepoint -> savepoint.name().equals(name))
                        .findFirst()
                        .map(Future::succeededFuture)
                        .orElseGet(() -> unknown(job, name, all)));
    }

    private static Future<SavepointStatus> unknown(String job, String name, List<SavepointStatus> all) {
        List<String> names = all.stream().map(SavepointStatus::name).toList();
        return JobRejectedException.future(
                Reason.NO_SUCH_SAVEPOINT,
                "job '%s' has no savepoint '%s'%s".formatted(job, name, Nearest.hint(name, names)));
    }

    /** Asks the live job for a savepoint; it is pending when this completes. */
    Future<SavepointStatus> trigger(String job, String name) {
        Optional<JobRunner> ended =
                reign.job(job).filter(known -> known.status().state().isTerminal());
        if (ended.isPresent() && ended.get().isCheckpointed()) {
            return JobRejectedException.future(
                    Reason.NO_LIVE_JOB,
                    "job '%s' has ended (%s)"
                            .formatted(job, ended.get().status().state()));
        }
        return ready(job, name).compose(live -> {
            live.take(new JobEvent.CheckpointTold(new CheckpointEvent.SavepointAsked(name)));
            return get(job, name);
        });
    }

    /** Asks the live job to stop with a savepoint; one that stops already, or has ended, goes on as it is. */
    Future<JobStatus> stop(String job, String name) {
        Optional<JobState> state = reign.job(job).map(known -> known.status().state());
        if (state.filter(now -> now == JobState.STOPPING || now == JobState.FAILING || now.isTerminal())
                .isPresent()) {
            return reign.get(job);
        }
        return ready(job, name)
                .compose(live -> reign.loop()
                        .doBlocking(() -> reign.store().stopAsked(live.id(), new StopRequest(StopMode.SAVEPOINT, name)))
                        .map(live))
                .map(live -> {
                    live.take(new JobEvent.SavepointStopRequested(name));
                    return live.status();
                });
    }

    /** The newest run of a job, if it can take a savepoint of this name. */
    private Future<JobRunner> ready(String job, String name) {
        Names.requireJobName(name);
        Optional<JobRunner> runner = reign.job(job);
        if (runner.isEmpty()) {
            return reign.led(job);
        }
        JobRunner live = runner.get();
        if (!live.isCheckpointed()) {
            return JobRejectedException.future(
                    Reason.NOT_CHECKPOINTED,
                    "job '%s' stores no state: savepoints need checkpointed(interval) in the job".formatted(job));
        }
        boolean wasPending = isPending(live, name); // It may be complete before the answer, and stored after the look.
        return reign.snapshots().read(job).compose(found -> {
            boolean stored = found.savepoints().stream().anyMatch(manifest -> name.equals(manifest.savepoint()));
            return stored || wasPending || isPending(live, name)
                    ? JobRejectedException.future(
                            Reason.SAVEPOINT_TAKEN,
                            "job '%s' has a savepoint '%s' already; delete it first, or choose another name"
                                    .formatted(job, name))
                    : Future.succeededFuture(live);
        });
    }

    private static boolean isPending(JobRunner job, String name) {
        return job.checkpoints().stream()
                .anyMatch(status -> name.equals(status.savepoint()) && status.state() == CheckpointState.PENDING);
    }

    /** Deletes the manifest, and then the versions to which nothing else refers. */
    Future<SavepointStatus> delete(String job, String name) {
        return reign.snapshots().read(job).compose(found -> {
            Optional<Manifest> savepoint = find(found, name);
            if (savepoint.isEmpty()) {
                return unknown(
                        job,
                        name,
                        found.savepoints().stream().map(Savepoints::stored).toList());
            }
            Manifest manifest = savepoint.get();
            Optional<String> user = reign.userOf(manifest);
            if (user.isPresent()) {
                return JobRejectedException.future(
                        Reason.SAVEPOINT_IN_USE,
                        "job '%s' was started from savepoint %s/%s and has completed no checkpoint yet; delete it later"
                                .formatted(user.get(), job, name));
            }
            return delete(manifest, found).map(stored(manifest));
        });
    }

    private Future<Void> delete(Manifest manifest, StoredCheckpoints found) {
        String name = String.valueOf(manifest.savepoint());
        Optional<JobRunner> live = reign.job(manifest.job().name()).filter(JobRunner::isCheckpointed);
        if (live.isPresent()) {
            CheckpointEvent deleted = new CheckpointEvent.SavepointDeleted(name);
            return reign.snapshots()
                    .deleteNow(manifest, List.of())
                    .onSuccess(gone -> live.get().take(new JobEvent.CheckpointTold(deleted)));
        }
        StateLedger ledger = StateLedger.of(found.checkpoints(), found.savepoints());
        return reign.snapshots().deleteNow(manifest, ledger.releaseSavepoint(name));
    }

    /** Deletes all checkpoints of a job that does not live, and what only they need; savepoints stay. */
    Future<Void> deleteCheckpoints(String job) {
        return reign.snapshots().read(job).compose(found -> {
            StateLedger ledger = StateLedger.of(found.checkpoints(), found.savepoints());
            Future<Void> all = Future.succeededFuture();
            for (Manifest manifest : found.checkpoints()) {
                List<VersionId> unneeded = ledger.releaseCheckpoint(manifest.checkpoint());
                all = all.compose(gone -> reign.snapshots().deleteNow(manifest, unneeded));
            }
            return all;
        });
    }

    private static Optional<Manifest> find(StoredCheckpoints found, @Nullable String name) {
        return name == null
                ? Stream.concat(found.checkpoints().stream(), found.savepoints().stream())
                        .max(Comparator.comparingLong(Manifest::checkpoint))
                : found.savepoints().stream()
                        .filter(manifest -> name.equals(manifest.savepoint()))
                        .findFirst();
    }

    /** Completes if a job of this plan could begin with that; null is always there. */
    Future<Void> requireStart(String name, @Nullable StartFrom from, Plan plan) {
        return from == null ? Future.succeededFuture() : start(name, from, plan).mapEmpty();
    }

    private Future<Manifest> start(String name, StartFrom from, Plan plan) {
        return reign.snapshots().read(from.job()).compose(found -> {
            Optional<Manifest> start = find(found, from.savepoint());
            if (start.isEmpty()) {
                return missing(name, from, found);
            }
            List<String> problems = SavepointMatch.problems(start.get(), plan, from.allowUnmatched());
            return problems.isEmpty()
                    ? Future.succeededFuture(start.get())
                    : JobRejectedException.future(
                            Reason.UNMATCHED_STATE,
                            "job '%s' does not fit %s: %s".formatted(name, from, String.join("; ", problems)));
        });
    }

    private static <T> Future<T> missing(String job, StartFrom from, StoredCheckpoints found) {
        List<String> names = found.savepoints().stream()
                .map(manifest -> String.valueOf(manifest.savepoint()))
                .toList();
        String hint = from.savepoint() == null
                ? "; it has completed no checkpoint yet"
                : Nearest.hint(from.savepoint(), names);
        return JobRejectedException.future(
                Reason.SAVEPOINT_MISSING, "job '%s': there is no %s%s".formatted(job, shown(from), hint));
    }

    private static String shown(StartFrom from) {
        return from.savepoint() == null ? "checkpoint of " + from.job() : from.toString();
    }

    /** Completes if a job of this graph could begin with that. */
    Future<Void> requireFit(String name, StartFrom from, JobGraph graph) {
        return forStart(name, from, graph).mapEmpty();
    }

    /** What the store holds for a job that is to start, and what it wants to start from. */
    Future<StoredCheckpoints> forStart(String name, @Nullable StartFrom from, JobGraph graph) {
        Future<StoredCheckpoints> own = reign.snapshots().read(name);
        if (from == null) {
            return own;
        }
        if (graph.checkpointing().isEmpty()) {
            return JobRejectedException.future(
                    Reason.NOT_CHECKPOINTED,
                    "job '%s' stores no state, so it cannot begin with %s: it needs checkpointed(interval)"
                            .formatted(name, from));
        }
        return own.compose(found -> start(name, from, Plan.of(graph))
                .map(start ->
                        new StoredCheckpoints(found.checkpoints(), found.savepoints(), start, from.allowUnmatched())));
    }

    /** The savepoint that a job began with, for one that goes on; empty where it has been deleted meanwhile. */
    Future<Optional<Manifest>> startOf(StartFrom from) {
        return reign.snapshots().read(from.job()).map(found -> find(found, from.savepoint()));
    }
}
