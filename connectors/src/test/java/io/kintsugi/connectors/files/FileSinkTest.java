package io.kintsugi.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.connectors.Subtask;
import io.kintsugi.core.function.SinkWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileSinkTest {
    @TempDir
    Path folder;

    @Test
    void eachAttemptOfASubtaskWritesItsOwnFile() throws Exception {
        FileSink<Long> sink = FileSink.text(folder.resolve("new/out"), n -> "n=" + n);

        write(sink, new Subtask("out", 0, 2, 1), List.of(1L, 2L));
        write(sink, new Subtask("out", 1, 2, 1), List.of(3L));
        write(sink, new Subtask("out", 0, 2, 2), List.of(4L));

        assertThat(folder.resolve("new/out/out-0-attempt-1.txt")).hasContent("n=1\nn=2");
        assertThat(folder.resolve("new/out/out-1-attempt-1.txt")).hasContent("n=3");
        assertThat(folder.resolve("new/out/out-0-attempt-2.txt")).hasContent("n=4");
    }

    @Test
    void whatIsFlushedCanBeReadBeforeTheEnd() throws Exception {
        SinkWriter<Long> writer = FileSink.<Long>text(folder, String::valueOf).writer(Subtask.of(0, 1));
        writer.open();
        writer.write(1L, 0);

        writer.flush();

        assertThat(Files.readString(folder.resolve("step-0-attempt-1.txt"))).isEqualTo("1\n");
        writer.close();
    }

    @Test
    void neverWritesIntoAFileThatIsThere() throws Exception {
        FileSink<Long> sink = FileSink.text(folder, String::valueOf);
        write(sink, Subtask.of(0, 1), List.of(1L));

        assertThatThrownBy(() -> write(sink, Subtask.of(0, 1), List.of(2L)))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("step-0-attempt-1.txt: left by an earlier run of the job");
        assertThat(folder.resolve("step-0-attempt-1.txt")).hasContent("1");
    }

    @Test
    void writesRecordsAsJson() throws Exception {
        FileSink<Object> sink = FileSink.json(folder);

        write(sink, Subtask.of(0, 1), List.of(new JsonLinesTest.Point(1, 2.5)));

        assertThat(folder.resolve("step-0-attempt-1.jsonl")).hasContent("{\"x\":1,\"y\":2.5}");
    }

    private static <T> void write(FileSink<T> sink, Subtask subtask, List<T> values) throws Exception {
        SinkWriter<T> writer = sink.writer(subtask);
        try {
            writer.open();
            for (T value : values) {
                writer.write(value, 0);
            }
            writer.flush();
        } finally {
            writer.close();
        }
    }
}
