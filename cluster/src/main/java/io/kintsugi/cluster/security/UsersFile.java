package io.kintsugi.cluster.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;

/** Reads and writes {@link Users}; all of it blocks. */
public final class UsersFile {
    private static final long BYTES_MAX = 1 << 20;

    private final Path file;

    public UsersFile(Path file) {
        this.file = file;
    }

    /** Nobody if there is no file yet. Throws {@link IllegalArgumentException} that names the file. */
    public Users readOrNone() {
        return Files.exists(file) ? read() : Users.none();
    }

    /** Throws {@link IllegalArgumentException} that names file and line. */
    Users read() {
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw new IllegalArgumentException(
                        "security.users-file: %s: expected at most %d bytes".formatted(file, BYTES_MAX));
            }
            return Users.parse("security.users-file: " + file, Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(
                    "security.users-file: there is no file %s; 'kintsugi user add NAME --role admin' makes it"
                            .formatted(file),
                    e);
        } catch (IOException e) {
            throw new IllegalArgumentException("security.users-file: %s cannot be read: %s".formatted(file, e), e);
        }
    }

    /** In one step, so that no node reads half of it; only the owner may read it. */
    public void write(Users users) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file has a folder");
        Path written = Files.createTempFile(folder, ".users", "", ownerOnly(folder));
        try {
            Files.writeString(written, users.text());
            Files.move(written, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    /** What changes when somebody writes the file. */
    String version() throws IOException {
        return Files.getLastModifiedTime(file) + "/" + Files.size(file);
    }

    /** Attributes of a new file in {@code folder}; none on a system without POSIX permissions. */
    public static FileAttribute<?>[] ownerOnly(Path folder) throws IOException {
        return Files.getFileStore(folder).supportsFileAttributeView("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }
}
