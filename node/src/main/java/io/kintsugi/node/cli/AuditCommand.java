package io.kintsugi.node.cli;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kintsugi audit}. */
@Command(
        name = "audit",
        description = {
            "List who changed what, or tried to, oldest first; for admins. From the files of the node that is asked, and of those that"
                    + " share its data folder."
        })
final class AuditCommand extends ApiCommand {
    @Option(names = "--by", paramLabel = "USER", defaultValue = "", description = "Only what this user did or tried.")
    private String by = "";

    @Option(
            names = "--operation",
            paramLabel = "ID",
            defaultValue = "",
            description = "Only this operation of the contract, such as stopJob.")
    private String operation = "";

    @Option(
            names = "--about",
            paramLabel = "THING",
            defaultValue = "",
            description = "Only what was done to this, such as the name of a job or a node.")
    private String about = "";

    @Option(
            names = "--outcome",
            paramLabel = "OUTCOME",
            description = "Only what was done, or only what was refused or failed: ${COMPLETION-CANDIDATES}.")
    private Outcome outcome = Outcome.ANY;

    @Option(
            names = "--cursor",
            paramLabel = "CURSOR",
            defaultValue = "",
            description = "Go on where a list ended that said so.")
    private String cursor = "";

    @Mixin
    private final LimitOption limit = new LimitOption();

    private enum Outcome {
        DONE,
        REFUSED,
        ANY
    }

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        Map<String, String> asked = new TreeMap<>();
        asked.put("user", by);
        asked.put("operation", operation);
        asked.put("about", about);
        asked.put("outcome", outcome == Outcome.ANY ? "" : outcome.name().toLowerCase(Locale.ROOT));
        asked.put("cursor", cursor);
        asked.put("limit", Integer.toString(limit.limit()));
        print(api.audit(asked), LogText::audit);
        return true;
    }
}
