package io.kintsugi.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.connectors.files.FileLinesSource;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A reader that was given the position of another one goes on with the very next record, wherever that one was. */
final class SourcePositionsTest {
    private static final long SECOND_NS = 1_000_000_000;

    @TempDir
    Path folder;

    @Test
    void ofAGenerator() throws Exception {
        goesOnFromEveryPosition(GeneratorSource.numbers().records(11));
    }

    @Test
    void ofAGeneratorThatKeepsARate() throws Exception {
        goesOnFromEveryPosition(GeneratorSource.numbers().records(11).rate(4));
    }

    @Test
    void ofAFile() throws Exception {
        Path file = Files.writeString(folder.resolve("lines.txt"), lines(0, 11) + "last, without an end");

        goesOnFromEveryPosition(FileLinesSource.of(file));
        goesOnFromEveryPosition(FileLinesSource.of(file).splitLines());
    }

    @Test
    void ofAPackedFile() throws Exception {
        Path file = folder.resolve("lines.txt.gz");
        gzip(file, lines(0, 11));

        goesOnFromEveryPosition(FileLinesSource.of(file));
        goesOnFromEveryPosition(FileLinesSource.of(file).splitLines());
    }

    @Test
    void ofAFolderWithEmptyAndPackedFiles() throws Exception {
        Files.createFile(folder.resolve("a"));
        Files.writeString(folder.resolve("b"), lines(0, 4));
        gzip(folder.resolve("c.gz"), lines(4, 9));
        gzip(folder.resolve("d.gz"), "");
        Files.writeString(folder.resolve("e"), "\n" + lines(9, 11));

        goesOnFromEveryPosition(FileLinesSource.of(folder));
        goesOnFromEveryPosition(FileLinesSource.of(folder).splitLines());
    }

    private static <T, P> void goesOnFromEveryPosition(Source<T, P> source) throws Exception {
        for (int parallelism = 1; parallelism <= 3; parallelism++) {
            for (int subtask = 0; subtask < parallelism; subtask++) {
                goesOnFromEveryPosition(source, Subtask.of(subtask, parallelism));
            }
        }
    }

    /** Reads as two readers, the second of which begins where the first has come to after that many calls. */
    private static <T, P> void goesOnFromEveryPosition(Source<T, P> source, Subtask subtask) throws Exception {
        List<T> whole;
        int calls;
        try (var reader = ReaderProbe.open(source, subtask)) {
            calls = readOneByOne(reader, Integer.MAX_VALUE);
            whole = List.copyOf(reader.records());
        }
        for (int cut = 0; cut <= calls; cut++) {
            List<T> both = new ArrayList<>();
            P position;
            try (var first = ReaderProbe.open(source, subtask)) {
                readOneByOne(first, cut);
                both.addAll(first.records());
                position = first.position();
            }
            try (var second = ReaderProbe.openAt(position, source, subtask)) {
                assertThat(second.position()).as("before it has read").isEqualTo(position);
                readOneByOne(second, Integer.MAX_VALUE);
                both.addAll(second.records());
            }
            assertThat(both)
                    .as("%s cut after %d calls, at %s", subtask, cut, position)
                    .isEqualTo(whole);
        }
    }

    /** Calls a reader once a second, so that a slow rate has something due; returns how often. */
    private static int readOneByOne(ReaderProbe<?, ?> reader, int callsMax) throws Exception {
        int calls = 0;
        while (calls < callsMax && reader.read(1, calls * SECOND_NS) != ReadStatus.END) {
            calls++;
        }
        return calls;
    }

    private static String lines(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
    }

    private static void gzip(Path file, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
