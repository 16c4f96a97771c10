package io.kintsugi.connectors.files;

import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import java.nio.file.Path;

/**
 * Emits the lines of a UTF-8 text file, or of all files of a folder in the order of their names, without their line ends.
 * Files that end in {@code .gz} are unpacked. The step reads from disk, so it should be {@code blocking()}; each worker
 * that runs it needs the files under the same path, unchanged while the job runs.
 *
 * <p>Immutable: each setting returns a new source.
 */
public final class FileLinesSource implements Source<String, FilePosition> {
    private static final int LINE_BYTES_MAX = 1 << 20;

    private final Path path;
    private final boolean splitLines;
    private final int lineBytesMax;

    private FileLinesSource(Path path, boolean splitLines, int lineBytesMax) {
        this.path = path;
        this.splitLines = splitLines;
        this.lineBytesMax = lineBytesMax;
    }

    /**
     * Divides whole files among the subtasks: file i goes to subtask i modulo parallelism. Hidden files, and those whose
     * name begins with {@code _}, are left out of a folder; it is not searched deeper.
     */
    public static FileLinesSource of(Path fileOrFolder) {
        return new FileLinesSource(fileOrFolder, false, LINE_BYTES_MAX);
    }

    /** Divides lines: line i of all files goes to subtask i modulo parallelism, and every subtask reads every file. */
    public FileLinesSource splitLines() {
        return new FileLinesSource(path, true, lineBytesMax);
    }

    /** A longer line fails the task; 1 MiB unless said otherwise. */
    public FileLinesSource lineBytesMax(int bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("file source: expected lines of at least 1 byte, found " + bytes);
        }
        return new FileLinesSource(path, splitLines, bytes);
    }

    @Override
    public SourceReader<String, FilePosition> reader(StepContext context) {
        return new FileLinesReader(path, splitLines, lineBytesMax, context);
    }

    @Override
    public boolean bounded() {
        return true;
    }
}
