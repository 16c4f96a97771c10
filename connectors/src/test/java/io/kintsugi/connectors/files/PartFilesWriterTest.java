package io.kintsugi.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.connectors.Subtask;
import io.kintsugi.core.function.TwoPhaseSinkWriter;
import io.kintsugi.core.model.JobId;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PartFilesWriterTest {
    private static final String FIRST_PART = "out-0-run-3-attempt-1-part-00001.txt";

    @TempDir
    Path temp;

    private Path folder() {
        return temp.resolve("new/out");
    }

    @Test
    void showsAPartWhenItsCheckpointIsCompleteAndNotBefore() throws Exception {
        TwoPhaseSinkWriter<Long, PartFile> writer = started(1, List.of());
        writer.write(1L, 0);
        writer.flush();
        assertThat(visible()).isEmpty();

        List<PartFile> parts = writer.prepare(7);
        writer.write(2L, 0);
        assertThat(visible()).isEmpty();

        writer.commit(parts);
        assertThat(visible()).containsExactly(FIRST_PART);
        assertThat(folder().resolve(FIRST_PART)).hasContent("1");
    }

    @Test
    void makesNoFileWhereNothingWasWritten() throws Exception {
        TwoPhaseSinkWriter<Long, PartFile> writer = started(1, List.of());

        assertThat(writer.prepare(7)).isEmpty();
        writer.commit(List.of());
        writer.close();

        assertThat(all()).isEmpty();
    }

    @Test
    void inBatchModeTheLastAttemptTakesThePlaceOfThoseBefore() throws Exception {
        for (int attempt = 1; attempt <= 2; attempt++) {
            TwoPhaseSinkWriter<Long, PartFile> writer = startedInBatch(attempt);
            writer.write((long) attempt, 0);
            List<PartFile> parts = writer.prepare(1);
            writer.commit(parts);

            assertThat(all()).containsExactly("out-0-run-3-part-00001.txt");
            assertThat(folder().resolve("out-0-run-3-part-00001.txt")).hasContent("" + attempt);
        }

        TwoPhaseSinkWriter<Long, PartFile> third = startedInBatch(3);
        third.commit(third.prepare(1));
        assertThat(folder().resolve("out-0-run-3-part-00001.txt")).isEmptyFile();
    }

    @Test
    void inBatchModeTheFirstAttemptTakesThePlaceOfNothing() throws Exception {
        Files.createDirectories(folder());
        Files.writeString(folder().resolve("out-0-run-3-part-00001.txt"), "of others");
        TwoPhaseSinkWriter<Long, PartFile> writer = startedInBatch(1);

        assertThatThrownBy(() -> writer.write(1L, 0)).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    void committingTwiceChangesNothing() throws Exception {
        TwoPhaseSinkWriter<Long, PartFile> writer = started(1, List.of());
        writer.write(1L, 0);
        List<PartFile> parts = writer.prepare(7);
        writer.commit(parts);

        writer.commit(parts);
        started(2, parts);

        assertThat(all()).containsExactly(FIRST_PART);
        assertThat(folder().resolve(FIRST_PART)).hasContent("1");
    }

    @Test
    void anAttemptCommitsWhatItsStateKnowsAndDiscardsTheRest() throws Exception {
        TwoPhaseSinkWriter<Long, PartFile> first = started(1, List.of());
        first.write(1L, 0);
        List<PartFile> known = first.prepare(7);
        first.write(2L, 0);
        first.prepare(8); // Checkpoint 8 will not be complete.
        first.write(3L, 0); // And the process dies: no close.

        TwoPhaseSinkWriter<Long, PartFile> second = started(2, known);
        second.write(2L, 0);
        second.commit(second.prepare(9));

        assertThat(all()).containsExactly(FIRST_PART, "out-0-run-3-attempt-2-part-00001.txt");
        assertThat(folder().resolve(FIRST_PART)).hasContent("1");
        assertThat(folder().resolve("out-0-run-3-attempt-2-part-00001.txt")).hasContent("2");
    }

    @Test
    void anAttemptKeepsAPartHiddenWhoseCheckpointMayBeCompleteLater() throws Exception {
        TwoPhaseSinkWriter<Long, PartFile> first = started(1, List.of());
        first.write(1L, 0);
        List<PartFile> known = first.prepare(7);

        TwoPhaseSinkWriter<Long, PartFile> second = recovered(2, known);
        assertThat(visible()).isEmpty();
        second.commit(known);
        assertThat(all()).containsExactly(FIRST_PART);
    }

    @Test
    void leavesThePartsOfOtherSubtasksAndStepsAndJobsAndRunsAlone() throws Exception {
        JobId job = new JobId("job", 3);
        Stream<Subtask> others = Stream.of(
                new Subtask("out", 1, 2, 1, job, true),
                new Subtask("out", 10, 20, 1, job, true),
                new Subtask("out2", 0, 2, 1, job, true),
                new Subtask("out", 0, 2, 1, new JobId("job2", 3), true),
                new Subtask("out", 0, 2, 1, new JobId("job", 2), true));
        for (Subtask other : others.toList()) {
            TwoPhaseSinkWriter<Long, PartFile> writer = started(other, List.of());
            writer.write(1L, 0);
            writer.prepare(7);
        }

        started(2, List.of());

        assertThat(all()).hasSize(5);
    }

    @Test
    void whatWasNotPreparedGoesWithItsWriter() throws Exception {
        TwoPhaseSinkWriter<Long, PartFile> writer = started(1, List.of());
        writer.write(1L, 0);
        writer.prepare(7);
        writer.write(2L, 0);

        writer.close();

        assertThat(all()).containsExactly(".pending~job~3~out~0~1~1.txt");
    }

    @Test
    void namesAPreparedPartThatIsNowhere() throws Exception {
        PartFile lost = new PartFile(".pending~job~3~out~0~1~1.txt", FIRST_PART);

        assertThatThrownBy(() -> started(2, List.of(lost)))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessageContaining(FIRST_PART)
                .hasMessageContaining(
                        "found neither; if it was committed and then taken away, put an empty file there");
        Files.createFile(folder().resolve(FIRST_PART));
        started(2, List.of(lost));
    }

    @Test
    void overwritesNoFileOfSomebodyElse() throws Exception {
        Files.createDirectories(folder());
        Files.writeString(folder().resolve(FIRST_PART), "of a cluster that lost its data directory");
        TwoPhaseSinkWriter<Long, PartFile> writer = started(1, List.of());

        assertThatThrownBy(() -> writer.write(1L, 0))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining(FIRST_PART + ": left by an earlier run");
        Files.writeString(folder().resolve(".pending~job~3~out~0~1~1.txt"), "1\n");
        assertThatThrownBy(() -> writer.commit(List.of(new PartFile(".pending~job~3~out~0~1~1.txt", FIRST_PART))))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(folder().resolve(FIRST_PART)).hasContent("of a cluster that lost its data directory");
    }

    private TwoPhaseSinkWriter<Long, PartFile> started(int attempt, List<PartFile> prepared) throws Exception {
        TwoPhaseSinkWriter<Long, PartFile> writer = recovered(attempt, prepared);
        writer.commit(prepared);
        return writer;
    }

    private TwoPhaseSinkWriter<Long, PartFile> recovered(int attempt, List<PartFile> prepared) throws Exception {
        return started(new Subtask("out", 0, 2, attempt, new JobId("job", 3), true), prepared);
    }

    private TwoPhaseSinkWriter<Long, PartFile> startedInBatch(int attempt) throws Exception {
        return started(new Subtask("out", 0, 2, attempt, new JobId("job", 3), false, true), List.of());
    }

    @SuppressWarnings("unchecked") // A checkpointed subtask has such a writer.
    private TwoPhaseSinkWriter<Long, PartFile> started(Subtask subtask, List<PartFile> prepared) throws Exception {
        FileSink<Long> sink = FileSink.text(folder(), String::valueOf);
        TwoPhaseSinkWriter<Long, PartFile> writer = (TwoPhaseSinkWriter<Long, PartFile>) sink.writer(subtask);
        writer.recover(prepared);
        writer.open();
        return writer;
    }

    private List<String> visible() throws IOException {
        return all().stream().filter(name -> !name.startsWith(".")).toList();
    }

    private List<String> all() throws IOException {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
