package io.kintsugi.connectors.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * However a job fails, each record is in the committed files once. The truth is what the sources hold; what the tasks
 * believe is not asked.
 */
final class ExactlyOnceFilesTest {
    /** One more: {@code -Dkintsugi.seed=42}. */
    private static final String SEED = "kintsugi.seed";

    private static final int SEEDS = 60;
    private static final int STEPS = 60;

    @TempDir
    Path folder;

    static LongStream seeds() {
        Long chosen = Long.getLong(SEED);
        return chosen == null ? LongStream.range(0, SEEDS) : LongStream.of(chosen);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void eachRecordIsCommittedOnceWhateverFails(long seed) throws Exception {
        FileSinkSimulation job = new FileSinkSimulation(folder, seed);

        for (int step = 0; step < STEPS; step++) {
            job.step();
            List<String> visible = job.visible();
            assertThat(visible)
                    .as("seed %d, step %d: %s", seed, step, job.story())
                    .doesNotHaveDuplicates();
            assertThat(job.completed())
                    .as("seed %d, step %d: nothing is visible before its checkpoint is complete", seed, step)
                    .containsAll(visible);
        }
        job.runToEnd();

        assertThat(job.visible()).as("seed %d: %s", seed, job.story()).containsExactlyInAnyOrderElementsOf(job.truth());
        assertThat(job.leftBehind()).as("seed %d", seed).isEmpty();
    }
}
