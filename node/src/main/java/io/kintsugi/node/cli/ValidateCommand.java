package io.kintsugi.node.cli;

import io.vertx.core.json.JsonObject;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code kintsugi validate}. */
@Command(
        name = "validate",
        description = "Build a job on a running cluster and show its plan, without starting it.",
        footer = {"", "The exit code is 0 only if the job can run."})
final class ValidateCommand extends ApiCommand {
    @Mixin
    private ProgramOptions program = new ProgramOptions();

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        JsonObject validation = api.validate(program.toJson(api));
        boolean valid = validation.getBoolean("valid");
        print(validation, valid ? JobText::plan : ValidateCommand::problems);
        return valid;
    }

    private static String problems(JsonObject validation) {
        return "the job cannot run\n"
                + validation.getJsonArray("problems").stream()
                        .map(problem -> ApiFailure.text((JsonObject) problem))
                        .collect(Collectors.joining("\n"));
    }
}
