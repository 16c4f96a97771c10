package io.kintsugi.connectors.files;

import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One subtask's share of a {@link FileLinesSource}. */
final class FileLinesReader implements SourceReader<String, FilePosition> {
    private final Path path;
    private final boolean splitLines;
    private final int lineBytesMax;
    private final StepContext context;
    private Iterator<Path> files = List.<Path>of().iterator();
    private @Nullable LineInput input;
    private FilePosition start = FilePosition.START;
    private String file = "";
    private long bytesAtEnd;
    private long lines;

    FileLinesReader(Path path, boolean splitLines, int lineBytesMax, StepContext context) {
        this.path = path;
        this.splitLines = splitLines;
        this.lineBytesMax = lineBytesMax;
        this.context = context;
    }

    @Override
    public void open() throws IOException {
        files = myFiles().iterator();
        lines = start.lines();
        nextFile();
        if (start.file().isEmpty()) {
            return;
        }
        if (input == null || !file.equals(start.file())) {
            throw new NoSuchFileException(
                    path + ": " + start.file(),
                    null,
                    "step '%s' was in the middle of this file and found it gone; files may not change while a job lives"
                            .formatted(context.step()));
        }
        input.skip(start.bytes());
    }

    @Override
    public ReadStatus read(SourceOutput<String> out, int limit, long nowNs) throws IOException {
        int emitted = 0;
        for (int seen = 0; seen < limit; seen++) {
            if (input == null) {
                return ReadStatus.END;
            }
            String line = input.readLine();
            if (line == null) {
                nextFile();
            } else if (!splitLines || lines++ % context.parallelism() == context.subtask()) {
                out.emit(line);
                emitted++;
            }
        }
        return input == null && emitted == 0 ? ReadStatus.END : ReadStatus.MORE;
    }

    @Override
    public FilePosition position() {
        if (file.isEmpty()) {
            return start;
        }
        return new FilePosition(file, input == null ? bytesAtEnd : input.position(), lines);
    }

    @Override
    public void seek(FilePosition position) {
        start = position;
    }

    @Override
    public void close() throws IOException {
        if (input != null) {
            input.close();
        }
    }

    private void nextFile() throws IOException {
        if (input != null) {
            bytesAtEnd = input.position();
            input.close();
            input = null;
        }
        if (files.hasNext()) {
            Path next = files.next();
            file = next.getFileName().toString();
            input = LineInput.open(next, lineBytesMax);
        }
    }

    /** From the file of the start position on. */
    private List<Path> myFiles() throws IOException {
        List<Path> all = allFiles();
        List<Path> mine = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            boolean ahead = all.get(i).getFileName().toString().compareTo(start.file()) >= 0;
            if (ahead && (splitLines || i % context.parallelism() == context.subtask())) {
                mine.add(all.get(i));
            }
        }
        return mine;
    }

    private List<Path> allFiles() throws IOException {
        if (Files.isRegularFile(path)) {
            return List.of(path);
        }
        if (!Files.isDirectory(path)) {
            throw new NoSuchFileException(
                    path.toString(), null, "step '%s' expects a file or a folder there".formatted(context.step()));
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.filter(entry -> Files.isRegularFile(entry) && isShown(entry))
                    .sorted(Comparator.comparing(entry -> entry.getFileName().toString()))
                    .toList();
        }
    }

    private static boolean isShown(Path entry) {
        String name = entry.getFileName().toString();
        return !name.startsWith(".") && !name.startsWith("_");
    }
}
