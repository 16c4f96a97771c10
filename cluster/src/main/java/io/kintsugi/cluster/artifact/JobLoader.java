package io.kintsugi.cluster.artifact;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemError;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.cluster.threads.FunctionThreads;
import io.kintsugi.cluster.threads.LeftBehind;
import io.kintsugi.core.config.BuildSettings;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.protocol.JobSpec;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Builds jobs from their specs on worker threads, each run with a class loader of its own when it comes from a JAR. Every
 * failure is a {@link ProblemException}. Any thread may call.
 *
 * <p>A job is built once for a run, however often it is asked for, and let go by one {@link #release}. Two parts of a node
 * that load the same run and end at different times, such as the leader and the worker, need a loader each.
 */
public final class JobLoader {
    private static final AtomicInteger POOLS = new AtomicInteger();

    private final ClassLoader application;
    private final LocalJobs locals;
    private final ArtifactSource artifacts;
    private final BuildSettings settings;
    private final Vertx vertx;
    private final FunctionThreads threads;
    private final AtomicInteger underWay = new AtomicInteger();
    private final Map<JobId, Future<OpenJob>> loaded =
            new ConcurrentSkipListMap<>(Comparator.comparing(JobId::name).thenComparingLong(JobId::run));

    /** A built job with the loader that must be closed after it. */
    private record OpenJob(LoadedJob job, Optional<ArtifactClassLoader> own) {
        void close() {
            own.ifPresent(ArtifactClassLoader::close);
        }
    }

    /** @param application finds the builders on the class path, and is the parent of the loaders of JARs */
    public JobLoader(
            Vertx vertx, ClassLoader application, LocalJobs locals, ArtifactSource artifacts, BuildSettings settings) {
        this.application = application;
        this.locals = locals;
        this.artifacts = artifacts;
        this.settings = settings;
        this.vertx = vertx;
        this.threads =
                new FunctionThreads("kintsugi-build-" + POOLS.incrementAndGet(), settings.threads(), new LeftBehind());
    }

    /**
     * Names of the builders that the class path lists as services, in {@code META-INF/services}, sorted. A listed class that
     * is not there is left out; one that is not listed can be submitted all the same.
     */
    public Future<List<String>> builders() {
        return vertx.executeBlocking(() -> BuilderCatalogue.names(application), false);
    }

    /** Builds a job to look at it: nothing is kept, and the classes of a JAR are gone when {@code look} returns. */
    public <T> Future<T> inspect(JobProgram program, Function<LoadedJob, T> look) {
        return open(program).map(open -> {
            try {
                return look.apply(open.job());
            } finally {
                open.close();
            }
        });
    }

    /**
     * Builds the run's job, or gives the one that was built before. Fails if its name is not the spec's, or if the spec
     * has a fingerprint that is not the graph's.
     */
    public Future<LoadedJob> load(JobSpec spec) {
        Future<OpenJob> job = loaded.computeIfAbsent(spec.id(), id -> openChecked(spec));
        job.onFailure(failure -> loaded.remove(spec.id(), job));
        return job.map(open -> checked(spec, open.job()));
    }

    /** Lets go of a run's job and closes its class loader; nothing happens if it was not loaded. */
    public Future<Void> release(JobId id) {
        Future<OpenJob> job = loaded.remove(id);
        return job == null
                ? Future.succeededFuture()
                : job.otherwiseEmpty().compose(open -> open == null ? Future.succeededFuture() : close(open));
    }

    /** Releases all jobs. */
    public Future<Void> close() {
        List<Future<Void>> releases =
                loaded.keySet().stream().map(this::release).toList();
        return Future.join(releases).<Void>mapEmpty().eventually(() -> {
            threads.close();
            return Future.succeededFuture();
        });
    }

    private Future<OpenJob> openChecked(JobSpec spec) {
        return open(JobProgram.of(spec)).map(open -> {
            try {
                checked(spec, open.job());
                return open;
            } catch (ProblemException e) {
                open.close();
                throw e;
            }
        });
    }

    private Future<Void> close(OpenJob open) {
        return vertx.executeBlocking(
                () -> {
                    open.close();
                    return null;
                },
                false);
    }

    private Future<OpenJob> open(JobProgram program) {
        if (LocalJobs.isLocal(program.builder())) {
            return locals.find(program.builder())
                    .map(job -> Future.succeededFuture(
                            new OpenJob(new LoadedJob(job, List.of(), application), Optional.empty())))
                    .orElseGet(() -> Future.failedFuture(unknownLocal(program)));
        }
        if (program.artifact().isEmpty()) {
            return build(program, Optional.empty());
        }
        return artifacts.locate(program.artifact().get()).compose(file -> build(program, Optional.of(file)));
    }

    /**
     * Runs the builder under the time limit. One that does not end is interrupted; the thread that it holds all the same is
     * replaced, and until it comes back it counts as a build that is under way.
     */
    private Future<OpenJob> build(JobProgram program, Optional<Path> jar) {
        if (underWay.incrementAndGet() > settings.waitingMax()) {
            underWay.decrementAndGet();
            return Future.failedFuture(Problem.of(
                            ProblemCode.BUILDS_BUSY,
                            settings.waitingMax() + " jobs are being built on this node; try again")
                    .toException());
        }
        BuilderThread thread = new BuilderThread();
        FunctionThreads.Call<OpenJob> call = threads.call("builder " + program.builder(), () -> {
            thread.enter();
            try {
                return buildNow(program, jar);
            } finally {
                thread.leave();
            }
        });
        Context here = vertx.getOrCreateContext();
        Future<OpenJob> built = call.outcome(action -> here.runOnContext(go -> action.run()));
        Promise<OpenJob> answer = Promise.promise();
        long timer = vertx.setTimer(settings.timeoutMs(), id -> {
            if (answer.tryFail(tooSlow(program, thread.interrupt()))) {
                call.giveUp();
                built.onSuccess(OpenJob::close);
            }
        });
        built.onComplete(done -> {
            vertx.cancelTimer(timer);
            underWay.decrementAndGet();
            if (done.succeeded()) {
                answer.tryComplete(done.result());
            } else {
                answer.tryFail(done.cause());
            }
        });
        return answer.future();
    }

    private OpenJob buildNow(JobProgram program, Optional<Path> jar) {
        Optional<ArtifactClassLoader> own = jar.map(file -> new ArtifactClassLoader(file, application));
        ClassLoader classes = own.map(ClassLoader.class::cast).orElse(application);
        try {
            return new OpenJob(new BuilderCall(program, classes).run(), own);
        } catch (RuntimeException | Error e) {
            own.ifPresent(ArtifactClassLoader::close);
            throw e;
        }
    }

    private static LoadedJob checked(JobSpec spec, LoadedJob loaded) {
        String name = loaded.job().name();
        if (!name.equals(spec.id().name())) {
            throw Problem.of(
                            ProblemCode.NAME_MISMATCH,
                            List.of(ProblemError.at(
                                    "#/name",
                                    "name-mismatch",
                                    "the builder made the job '%s', the request says '%s'"
                                            .formatted(name, spec.id().name()))))
                    .toException();
        }
        String fingerprint = loaded.job().graph().fingerprint();
        if (!spec.fingerprint().isEmpty() && !spec.fingerprint().equals(fingerprint)) {
            throw Problem.of(
                            ProblemCode.JOB_DIFFERS,
                            "job %s: the leader built another graph than this node; the builder must make the same job"
                                            .formatted(spec.id())
                                    + " from the same parameters everywhere. Leader: " + oneLine(spec.fingerprint())
                                    + " This node: " + oneLine(fingerprint))
                    .toException();
        }
        return loaded;
    }

    private static String oneLine(String fingerprint) {
        return "[" + fingerprint.strip().replace("\n", "; ") + "]";
    }

    private ProblemException tooSlow(JobProgram program, boolean started) {
        String what = started
                ? "builder '%s' did not end within %d ms (build.timeout-ms) and was interrupted"
                : "builder '%s' got no thread within %d ms (build.timeout-ms): others do not end";
        return Problem.of(
                        ProblemCode.BUILDER_TIMEOUT,
                        List.of(ProblemError.at(
                                "#/program/builder",
                                "builder-timeout",
                                what.formatted(program.builder(), settings.timeoutMs()))))
                .toException();
    }

    private static ProblemException unknownLocal(JobProgram program) {
        return Problem.of(
                        ProblemCode.UNKNOWN_BUILDER,
                        List.of(ProblemError.at(
                                "#/program/builder",
                                "unknown-builder",
                                "job object '" + program.builder()
                                        + "' is not in this JVM: objects run only where they were made, a builder class"
                                        + " runs everywhere")))
                .toException();
    }
}
