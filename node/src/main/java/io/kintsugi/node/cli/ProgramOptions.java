package io.kintsugi.node.cli;

import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What to run: the builder class, its parameters, and the JAR that holds it. */
final class ProgramOptions {
    @Parameters(index = "0", paramLabel = "BUILDER", description = "Class that implements JobBuilder.")
    private String builder = "";

    @Option(
            names = {"-p", "--param"},
            paramLabel = "NAME=VALUE",
            description = "A parameter for the builder; may be repeated.")
    private Map<String, String> parameters = new TreeMap<>();

    @Option(
            names = "--jar",
            paramLabel = "FILE",
            description = "JAR that holds the builder, uploaded first; without it the nodes have the class on their"
                    + " class path. The nodes take uploads only with http.artifact-uploads: true.")
    private @Nullable Path jar;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The job's name; it must be the one that the builder gives.")
    private @Nullable String name;

    @Option(
            names = "--from-savepoint",
            paramLabel = "SAVEPOINT",
            description = "Begin with the state of this savepoint, NAME or JOB/NAME.")
    private @Nullable String fromSavepoint;

    @Option(
            names = "--allow-unmatched-state",
            description = "Drop state of the savepoint for which the job has no chain, instead of refusing the job.")
    private boolean allowUnmatchedState;

    @Mixin
    private RecoveryOptions recovery = new RecoveryOptions();

    /** The body of a submission; uploads the JAR, if there is one. */
    JsonObject toJson(ApiConnection api) throws ApiFailure {
        JsonObject program = new JsonObject().put("builder", builder);
        if (!parameters.isEmpty()) {
            program.put("params", new JsonObject(new TreeMap<>(parameters)));
        }
        if (jar != null) {
            program.put("artifact", api.upload(jar).getString("digest"));
        }
        JsonObject json = new JsonObject().put("program", program);
        if (fromSavepoint != null) {
            json.put("fromSavepoint", fromSavepoint).put("allowUnmatchedState", allowUnmatchedState);
        }
        JsonObject asked = recovery.toJson();
        if (!asked.isEmpty()) {
            json.put("recovery", asked);
        }
        return name == null ? json : json.put("name", name);
    }
}
