package io.kintsugi.node.cli;

import io.kintsugi.cluster.security.UsersFile;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** {@code --file}, for commands that read or write the users file. */
final class UsersFileOption {
    @Option(
            names = "--file",
            defaultValue = "config/users",
            paramLabel = "FILE",
            description = "The users file; ${DEFAULT-VALUE} unless it is given.")
    private Path file = Path.of("config/users");

    Path path() {
        return file;
    }

    UsersFile open() {
        return new UsersFile(file);
    }
}
