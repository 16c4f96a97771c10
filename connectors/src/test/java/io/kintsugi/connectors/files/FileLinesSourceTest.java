package io.kintsugi.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.connectors.ReaderProbe;
import io.kintsugi.connectors.Subtask;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileLinesSourceTest {
    @TempDir
    Path folder;

    @Test
    void readsLinesWithEitherEndAndALastOneWithoutAny() throws Exception {
        write("a.txt", "first\r\n\nthird 😀\nlast");

        assertThat(share(FileLinesSource.of(folder.resolve("a.txt")), 0, 1))
                .containsExactly("first", "", "third 😀", "last");
    }

    @Test
    void readsAFolderByNameAndUnpacksAndLeavesOutWhatIsHidden() throws Exception {
        write("b.txt", "2\n");
        gzip("a.txt.gz", "1\n");
        write(".hidden", "x\n");
        write("_SUCCESS", "x\n");
        Files.createDirectory(folder.resolve("deeper"));

        assertThat(share(FileLinesSource.of(folder), 0, 1)).containsExactly("1", "2");
    }

    @Test
    void dividesWholeFilesAmongSubtasks() throws Exception {
        write("a", "a1\na2\n");
        write("b", "b1\n");
        write("c", "c1\n");

        assertThat(share(FileLinesSource.of(folder), 0, 2)).containsExactly("a1", "a2", "c1");
        assertThat(share(FileLinesSource.of(folder), 1, 2)).containsExactly("b1");
        assertThat(share(FileLinesSource.of(folder), 3, 4)).isEmpty();
    }

    @Test
    void dividesLinesOverTheEndsOfFiles() throws Exception {
        write("a", "0\n1\n2\n");
        write("b", "3\n4\n");
        FileLinesSource source = FileLinesSource.of(folder).splitLines();

        assertThat(share(source, 0, 2)).containsExactly("0", "2", "4");
        assertThat(share(source, 1, 2)).containsExactly("1", "3");
    }

    @Test
    void goesOnFromEveryPositionWithTheVeryNextLine() throws Exception {
        write("a", "0\n1\n2\n");
        gzip("b.gz", "3\n4\n5\n");
        write("c", "6\n7");
        for (boolean lines : List.of(false, true)) {
            FileLinesSource source = lines ? FileLinesSource.of(folder).splitLines() : FileLinesSource.of(folder);
            List<String> whole = share(source, 1, 2);

            for (int cut = 1; cut <= 12; cut++) {
                try (var first = ReaderProbe.open(source, Subtask.of(1, 2))) {
                    first.read(cut, 0);
                    List<String> both = new ArrayList<>(first.records());
                    both.addAll(restFrom(first.position(), source, Subtask.of(1, 2)));
                    assertThat(both).as("cut after %d lines", cut).isEqualTo(whole);
                }
            }
        }
    }

    @Test
    void aReaderAtItsEndStaysThere() throws Exception {
        write("a", "1\n2\n");
        FileLinesSource source = FileLinesSource.of(folder);
        try (var first = ReaderProbe.open(source, Subtask.of(0, 1))) {
            first.rest(10);

            assertThat(restFrom(first.position(), source, Subtask.of(0, 1))).isEmpty();
        }
    }

    @Test
    void readsLinesThatAreLongerThanItsBuffer() throws Exception {
        String line = "x".repeat(200_000);
        write("a", line + "\n" + line);

        assertThat(share(FileLinesSource.of(folder), 0, 1)).containsExactly(line, line);
    }

    @Test
    void failsAtALineOverTheLimitAndNamesItsPlace() throws Exception {
        write("a", "short\n" + "x".repeat(11) + "\n");

        assertThatThrownBy(() -> share(FileLinesSource.of(folder).lineBytesMax(10), 0, 1))
                .isInstanceOf(IOException.class)
                .hasMessage(folder.resolve("a") + ": the line at byte 6 is longer than 10 bytes");
    }

    @Test
    void saysWhichStepMissesItsFile() {
        assertThatThrownBy(() -> share(FileLinesSource.of(folder.resolve("none")), 0, 1))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("none")
                .hasMessageContaining("step 'step' expects a file or a folder there");
    }

    @Test
    void saysThatTheFileOfItsPositionIsGone() throws Exception {
        write("a", "1\n2\n");
        write("b", "3\n");
        FileLinesSource source = FileLinesSource.of(folder);

        assertThatThrownBy(() -> restFrom(new FilePosition("aa", 2, 1), source, Subtask.of(0, 1)))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining("aa: step 'step' was in the middle of this file and found it gone");
    }

    private static List<String> share(FileLinesSource source, int subtask, int parallelism) throws Exception {
        return restFrom(FilePosition.START, source, Subtask.of(subtask, parallelism));
    }

    private static List<String> restFrom(FilePosition position, FileLinesSource source, Subtask subtask)
            throws Exception {
        try (var reader = ReaderProbe.openAt(position, source, subtask)) {
            return reader.rest(2);
        }
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private void gzip(String name, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name)))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
