package io.kintsugi.connectors.files;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A part that is being written. */
final class OpenPart {
    private final PartFile part;
    private final Path file;
    private final FileChannel channel;
    private final BufferedWriter lines;

    private OpenPart(PartFile part, Path file, FileChannel channel) {
        this.part = part;
        this.file = file;
        this.channel = channel;
        this.lines = new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8.newEncoder(), -1));
    }

    /**
     * Throws {@link FileAlreadyExistsException} also where the name is taken that it will be committed under.
     *
     * @param replaces whether it may be taken
     */
    static OpenPart create(Path folder, PartFile part, boolean replaces) throws IOException {
        Path committed = folder.resolve(part.committed());
        if (!replaces && Files.exists(committed)) {
            throw new FileAlreadyExistsException(
                    committed.toString(),
                    null,
                    "left by an earlier run of the job, or of another one: move it away or choose another folder");
        }
        Path file = folder.resolve(part.pending());
        return new OpenPart(
                part, file, FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    }

    PartFile part() {
        return part;
    }

    void writeLine(String line) throws IOException {
        lines.write(line);
        lines.write('\n');
    }

    /** Writes everything through to the disk and closes the file. */
    void seal() throws IOException {
        lines.flush();
        channel.force(true);
        lines.close();
    }

    void discard() throws IOException {
        channel.close();
        Files.deleteIfExists(file);
    }
}
