package io.kintsugi.node.cli;

import io.kintsugi.cluster.security.SecretText;
import io.kintsugi.cluster.security.Tokens;
import io.kintsugi.cluster.security.User;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kintsugi token}. */
@Command(
        name = "token",
        description = "Print a token for a user of the users file, for KINTSUGI_TOKEN or 'Authorization: Bearer'.",
        footer = {
            "",
            "The role is the user's at the time of a request. A user who is removed, or gets",
            "another password, has no tokens any more."
        })
final class TokenCommand implements CliCommand {
    private static final int DAYS_MAX = 3_650;

    private final Map<String, String> environment;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The user.")
    private String name = "";

    @Option(
            names = "--days",
            paramLabel = "DAYS",
            defaultValue = "30",
            description = "How long it is valid; 30 by default.")
    private int days;

    @Mixin
    private UsersFileOption users = new UsersFileOption();

    @Option(
            names = "--key",
            defaultValue = "file:config/kintsugi.key",
            paramLabel = "KEY",
            description = "The security.key of the nodes, file:PATH or env:NAME; ${DEFAULT-VALUE} unless it is given.")
    private String key = "";

    TokenCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (days < 1 || days > DAYS_MAX) {
            throw new ParameterException(
                    spec.commandLine(), "--days: expected 1 to %d, found %d".formatted(DAYS_MAX, days));
        }
        User user = users.open()
                .readOrNone()
                .find(name)
                .orElseThrow(() -> new IllegalArgumentException("there is no user '" + name + "' in " + users.path()));
        Vertx vertx = Vertx.vertx();
        try {
            Tokens tokens = new Tokens(vertx, SecretText.read("--key", key, environment));
            spec.commandLine().getOut().println(tokens.session(user, TimeUnit.DAYS.toSeconds(days)));
            return 0;
        } finally {
            vertx.close();
        }
    }
}
