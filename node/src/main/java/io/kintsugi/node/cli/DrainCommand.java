package io.kintsugi.node.cli;

import io.vertx.core.json.JsonObject;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kintsugi drain NODE}. */
@Command(
        name = "drain",
        description = "Move the tasks of a node to other workers, without losing a record, so that it can be stopped.",
        footer = {
            "",
            "Where they have no place nothing is moved. `kintsugi nodes` says how far it is, `kintsugi undrain NODE` takes it back.",
            "With --wait the exit code is 0 only if no task is left in time."
        })
final class DrainCommand extends ApiCommand {
    private static final long POLL_MS = 200;

    @Parameters(index = "0", paramLabel = "NODE", description = "Name or incarnation of the node.")
    private String node = "";

    @Option(names = "--wait", paramLabel = "SECONDS", description = "Wait up to so long until no task is left.")
    private int waitSeconds;

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        JsonObject seen = api.drain(node);
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(waitSeconds);
        while (!isDrained(seen) && System.nanoTime() - deadlineNs < 0) {
            pause();
            seen = api.node(seen.getString("incarnation"));
        }
        print(seen, NodeText::line);
        return waitSeconds <= 0 || isDrained(seen);
    }

    private static boolean isDrained(JsonObject node) {
        return node.getString("state").equals("DRAINED");
    }

    private void pause() throws ApiFailure {
        try {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiFailure("interrupted while waiting for node " + node, e);
        }
    }
}
