package io.kintsugi.node.cli;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kintsugi savepoint NAME}. */
@Command(
        name = "savepoint",
        description = "Take a savepoint of a running job, or delete one.",
        footer = {"", "Example: kintsugi savepoint clicks --name before-upgrade"})
final class SavepointCommand extends ApiCommand {
    private static final long POLL_MS = 200;

    @Parameters(index = "0", paramLabel = "NAME", description = "The job's name.")
    private String job = "";

    @Option(
            names = "--name",
            paramLabel = "SAVEPOINT",
            description = "Its name; without it, it is named after the time.")
    private @Nullable String name;

    @Option(names = "--delete", paramLabel = "SAVEPOINT", description = "Delete this savepoint instead of taking one.")
    private @Nullable String delete;

    @Option(
            names = "--wait",
            paramLabel = "SECONDS",
            defaultValue = "60",
            description = "Wait up to so long until it is complete (default: ${DEFAULT-VALUE}); 0 does not wait.")
    private int waitSeconds;

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        if (delete != null) {
            print(api.deleteSavepoint(job, delete), deleted -> "deleted " + CheckpointText.line(deleted));
            return true;
        }
        JsonObject body = name == null ? new JsonObject() : new JsonObject().put("name", name);
        JsonObject seen = await(api, api.triggerSavepoint(job, body));
        print(seen, CheckpointText::line);
        return waitSeconds <= 0 || seen.getString("state").equals("COMPLETED");
    }

    private JsonObject await(ApiConnection api, JsonObject triggered) throws ApiFailure {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(waitSeconds);
        JsonObject seen = triggered;
        while (seen.getString("state").equals("PENDING") && System.nanoTime() - deadlineNs < 0) {
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ApiFailure("interrupted while waiting for the savepoint", e);
            }
            seen = api.savepoint(job, seen.getString("name"));
        }
        return seen;
    }
}
