package io.kintsugi.node.cli;

import io.kintsugi.cluster.security.AccessRole;
import io.kintsugi.cluster.security.Passwords;
import io.kintsugi.cluster.security.User;
import io.kintsugi.cluster.security.Users;
import io.kintsugi.cluster.security.UsersFile;
import java.io.IOException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kintsugi user add|remove|list}: writes the users file. Nodes that run read it again by themselves. */
@Command(name = "user", description = "Say who may use the API: write security.users-file.")
final class UserCommand implements CliCommand {
    private final Map<String, String> environment;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    UserCommand(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "user: add, remove or list is needed");
    }

    @Command(name = "add", description = "Add a user, or give one another role and password.")
    int add(
            @Parameters(paramLabel = "NAME", description = "Letters, digits and . _ @ -") String name,
            @Option(
                            names = "--role",
                            required = true,
                            paramLabel = "ROLE",
                            description =
                                    "viewer, operator, deployer or admin; each may do all that those before it may.")
                    AccessRole role,
            @Option(
                            names = "--no-password",
                            description = "For a machine: only a token of 'kintsugi token' identifies it.")
                    boolean noPassword,
            @Mixin UsersFileOption option)
            throws IOException, ApiFailure {
        UsersFile users = option.open();
        Users before = users.readOrNone();
        String hash = noPassword ? User.NO_PASSWORD : new Passwords().hash(PasswordInput.read(environment, name));
        users.write(before.with(new User(name, role, hash)));
        say("user %s: %s%s".formatted(name, role.text(), before.find(name).isPresent() ? ", changed" : ""));
        return 0;
    }

    @Command(name = "remove", description = "Remove a user, and end all sessions and tokens of this user.")
    int remove(@Parameters(paramLabel = "NAME", description = "The user.") String name, @Mixin UsersFileOption option)
            throws IOException {
        UsersFile users = option.open();
        Users before = users.readOrNone();
        if (before.find(name).isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println("kintsugi user remove: there is no user '" + name + "' in " + option.path());
            return 1;
        }
        users.write(before.without(name));
        say("user " + name + ": removed");
        return 0;
    }

    @Command(name = "list", description = "List users and roles.")
    int list(@Mixin UsersFileOption option) {
        TextTable table = new TextTable("USER", "ROLE", "PASSWORD");
        option.open()
                .readOrNone()
                .all()
                .forEach(user -> table.add(
                        user.name(),
                        user.role().text(),
                        user.passwordHash().equals(User.NO_PASSWORD) ? "none" : "set"));
        say(table.toString());
        return 0;
    }

    private void say(String text) {
        spec.commandLine().getOut().println(text);
    }
}
