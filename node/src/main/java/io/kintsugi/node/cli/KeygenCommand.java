package io.kintsugi.node.cli;

import io.kintsugi.cluster.security.UsersFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code kintsugi keygen}. */
@Command(
        name = "keygen",
        description = "Write a new random key for security.key to a file that only its owner can read.")
final class KeygenCommand implements CliCommand {
    private static final int KEY_BYTES = 32;

    @Parameters(paramLabel = "FILE", description = "A file that does not exist yet.")
    private Path file = Path.of("config/kintsugi.key");

    @Override
    public Integer call() throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file has a folder");
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        try {
            Files.createFile(file, UsersFile.ownerOnly(folder));
        } catch (FileAlreadyExistsException e) {
            throw new IOException(file + " is there already: another key ends all sessions, so remove it yourself", e);
        }
        Files.writeString(file, Base64.getEncoder().encodeToString(key) + "\n");
        return 0;
    }
}
