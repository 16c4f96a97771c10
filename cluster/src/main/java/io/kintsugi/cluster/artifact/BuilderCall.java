package io.kintsugi.cluster.artifact;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemError;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.cluster.client.SecretNames;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobParameterException;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.graph.InvalidJobException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the builder and lets it build. Whatever it throws becomes a problem that names class and cause. */
final class BuilderCall {
    private static final String BUILDER = "#/program/builder";
    private static final String PARAMETERS = "#/program/params";

    private final JobProgram program;
    private final ClassLoader classes;

    BuilderCall(JobProgram program, ClassLoader classes) {
        this.program = program;
        this.classes = classes;
    }

    /** Blocks for as long as the builder does. */
    LoadedJob run() {
        JobParameters parameters = new JobParameters(program.parameters());
        try {
            Job job = build(newBuilder(), parameters);
            parameters.requireAllRead();
            return new LoadedJob(job, parameters.asked(), classes);
        } catch (JobParameterException e) {
            throw e.unknown()
                    ? problem(ProblemCode.UNKNOWN_PARAMETER, PARAMETERS, "unknown-parameter", e.getMessage())
                    : problem(ProblemCode.INVALID_PARAMETER, PARAMETERS, "invalid-parameter", e.getMessage());
        }
    }

    private Job build(JobBuilder builder, JobParameters parameters) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classes);
        try {
            Job job = builder.build(parameters);
            if (job == null) {
                throw builderFailed("returned null instead of a job");
            }
            return job;
        } catch (InvalidJobException e) {
            List<ProblemError> errors = e.problems().stream()
                    .map(text -> ProblemError.at("#/program", "invalid-job", masked(text)))
                    .toList();
            throw Problem.of(ProblemCode.INVALID_JOB, masked(e.getMessage()))
                    .withErrors(errors)
                    .toException();
        } catch (ProblemException | JobParameterException e) {
            throw e;
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw builderFailed("threw " + describe(e));
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private JobBuilder newBuilder() {
        Class<?> type = builderClass();
        if (!JobBuilder.class.isAssignableFrom(type)) {
            throw notABuilder("does not implement " + JobBuilder.class.getName());
        }
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
            throw notABuilder("is abstract: name a class that can be made");
        }
        try {
            Constructor<?> constructor = type.getConstructor();
            if (!Modifier.isPublic(type.getModifiers())) {
                throw notABuilder("is not public");
            }
            return (JobBuilder) constructor.newInstance();
        } catch (NoSuchMethodException e) {
            throw notABuilder("has no public constructor without parameters");
        } catch (InvocationTargetException e) {
            throw builderFailed("threw in its constructor " + describe(e.getCause() == null ? e : e.getCause()));
        } catch (ReflectiveOperationException | LinkageError e) {
            throw builderFailed("could not be made: " + describe(e));
        }
    }

    private Class<?> builderClass() {
        try {
            return Class.forName(program.builder(), false, classes);
        } catch (ClassNotFoundException e) {
            String where = program.artifact()
                    .map(id -> "neither in artifact " + id + " nor on the class path")
                    .orElse("not on the class path of this node");
            throw problem(
                    ProblemCode.UNKNOWN_BUILDER,
                    BUILDER,
                    "unknown-builder",
                    "class '" + program.builder() + "' is " + where);
        } catch (LinkageError e) {
            throw builderFailed("could not be loaded: " + describe(e));
        }
    }

    private ProblemException notABuilder(String what) {
        return problem(
                ProblemCode.NOT_A_BUILDER, BUILDER, "not-a-builder", "class '" + program.builder() + "' " + what);
    }

    private ProblemException builderFailed(String what) {
        return problem(
                ProblemCode.BUILDER_FAILED, BUILDER, "builder-failed", "builder '" + program.builder() + "' " + what);
    }

    private ProblemException problem(ProblemCode code, String pointer, String error, @Nullable String detail) {
        return Problem.of(code, List.of(ProblemError.at(pointer, error, masked(detail))))
                .toException();
    }

    private String masked(@Nullable String text) {
        return SecretNames.masked(String.valueOf(text), program.parameters());
    }

    /** The exception, where in the builder's code it came from, and its causes in one line. */
    private static String describe(Throwable thrown) {
        StringBuilder text = new StringBuilder(thrown.toString());
        if (thrown.getStackTrace().length > 0) {
            text.append(" at ").append(thrown.getStackTrace()[0]);
        }
        Throwable cause = thrown.getCause();
        if (cause != null && cause != thrown) {
            text.append(", caused by ").append(cause);
        }
        return text.toString();
    }
}
