package io.kintsugi.node.cli;

import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Command;

/** {@code kintsugi jobs}. */
@Command(name = "jobs", description = "List the jobs of a cluster.")
final class JobsCommand extends ApiCommand {
    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        JsonObject jobs = api.jobs();
        print(jobs, json -> JobText.list(json.getJsonArray("items")));
        return true;
    }
}
