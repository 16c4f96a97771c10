package io.kintsugi.connectors.files;

import io.kintsugi.core.function.TwoPhaseSinkWriter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes what comes between two checkpoints into a file with a hidden name, and renames it when the checkpoint is complete.
 *
 * <pre>
 * write ─▶ .pending~... ──prepare: synced──▶ .pending~... ──commit: renamed──▶ out-0-run-3-attempt-1-part-00001.txt
 *              └─close: deleted                   └─recover of an attempt that does not know it: deleted
 * </pre>
 */
final class PartFilesWriter<T> implements TwoPhaseSinkWriter<T, PartFile> {
    private final Path folder;
    private final PartNames names;
    private final LineFormat<? super T> format;
    private @Nullable OpenPart current;
    private int parts;

    PartFilesWriter(Path folder, PartNames names, LineFormat<? super T> format) {
        this.folder = folder;
        this.names = names;
        this.format = format;
    }

    @Override
    public Class<PartFile> preparedType() {
        return PartFile.class;
    }

    /** Pending parts of earlier runs stay: a savepoint may know them, and any subtask of the run that starts from it. */
    @Override
    public void recover(List<PartFile> prepared) throws IOException {
        Files.createDirectories(folder);
        Set<String> kept = prepared.stream().map(PartFile::pending).collect(Collectors.toSet());
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString();
                if (name.startsWith(names.pendingPrefix()) && !kept.contains(name)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    @Override
    public void write(T value, long timestamp) throws Exception {
        String line = format.format(value);
        if (current == null) {
            current = nextPart();
        }
        current.writeLine(line);
    }

    private OpenPart nextPart() throws IOException {
        return OpenPart.create(folder, names.part(++parts), names.replaces());
    }

    @Override
    public List<PartFile> prepare(long checkpoint) throws IOException {
        if (current == null && !names.replaces()) {
            return List.of();
        }
        if (current == null) {
            current = nextPart(); // For an attempt before may have shown more than nothing.
        }
        current.seal();
        sync();
        PartFile prepared = current.part();
        current = null;
        return List.of(prepared);
    }

    @Override
    public void commit(List<PartFile> prepared) throws IOException {
        for (PartFile part : prepared) {
            show(part);
        }
        if (!prepared.isEmpty()) {
            sync();
        }
    }

    @Override
    public void close() throws IOException {
        if (current != null) {
            current.discard();
            current = null;
        }
    }

    private void show(PartFile part) throws IOException {
        Path pending = folder.resolve(part.pending());
        Path committed = folder.resolve(part.committed());
        if (!names.replaces() && Files.exists(pending) && Files.exists(committed)) {
            throw new FileAlreadyExistsException(
                    committed.toString(), pending.toString(), "somebody else made it: move it away, then start again");
        }
        try {
            Files.move(pending, committed, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException moved) {
            if (!Files.exists(committed)) {
                NoSuchFileException clearer = new NoSuchFileException(
                        committed.toString(),
                        pending.toString(),
                        "expected a prepared part under one of these names, found neither; if it was committed and then"
                                + " taken away, put an empty file there and start again");
                clearer.initCause(moved);
                throw clearer;
            }
        }
    }

    /** Makes the entries of the folder survive a power cut. */
    private void sync() throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
