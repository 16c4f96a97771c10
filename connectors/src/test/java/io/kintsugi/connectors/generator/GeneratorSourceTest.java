package io.kintsugi.connectors.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.connectors.ReaderProbe;
import io.kintsugi.connectors.Subtask;
import io.kintsugi.core.function.ReadStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GeneratorSourceTest {
    private static final long MS = 1_000_000;

    @ParameterizedTest
    @CsvSource({"1, 100", "3, 100", "7, 5", "4, 0"})
    void allSubtasksTogetherEmitEveryIndexOnce(int parallelism, long records) throws Exception {
        List<Long> all = new ArrayList<>();

        for (int subtask = 0; subtask < parallelism; subtask++) {
            var reader = ReaderProbe.open(GeneratorSource.numbers().records(records), Subtask.of(subtask, parallelism));
            all.addAll(reader.rest(8));
        }

        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, records).boxed().toList());
    }

    @Test
    void goesOnFromAPosition() throws Exception {
        GeneratorSource<Long> source = GeneratorSource.numbers().records(20);
        var first = ReaderProbe.open(source, Subtask.of(1, 2));
        first.read(4, 0);

        var second = ReaderProbe.openAt(first.position(), source, Subtask.of(1, 2));

        assertThat(first.records()).containsExactly(1L, 3L, 5L, 7L);
        assertThat(second.rest(100)).containsExactly(9L, 11L, 13L, 15L, 17L, 19L);
    }

    @Test
    void emitsNoMoreThanItIsAskedFor() throws Exception {
        var reader = ReaderProbe.open(GeneratorSource.numbers(), Subtask.of(0, 1));

        assertThat(reader.read(10, 0)).isEqualTo(ReadStatus.MORE);
        assertThat(reader.records()).hasSize(10);
    }

    @Test
    void sharesTheRateAmongItsSubtasks() throws Exception {
        var reader = ReaderProbe.open(GeneratorSource.numbers().rate(2000), Subtask.of(0, 2));

        for (long ms = 0; ms <= 1000; ms++) {
            assertThat(reader.read(100, ms * MS)).isEqualTo(ReadStatus.IDLE);
        }

        assertThat(reader.records()).hasSize(1001);
    }

    @Test
    void aRateOfLessThanOneASecondIsKept() throws Exception {
        var reader = ReaderProbe.open(GeneratorSource.numbers().rate(0.5), Subtask.of(0, 1));

        for (long ms = 0; ms <= 6000; ms += 100) {
            reader.read(100, ms * MS);
        }

        assertThat(reader.records()).hasSize(4);
    }

    @Test
    void afterAPauseItCatchesUpWithATenthOfASecondOfRecordsAtMost() throws Exception {
        var reader = ReaderProbe.open(GeneratorSource.numbers().rate(1000), Subtask.of(0, 1));
        reader.read(10, 0);

        reader.read(10_000, 3_600_000 * MS);

        assertThat(reader.records()).hasSize(1 + 101);
    }

    @Test
    void findsTheClassOfItsRecordsInTheLambda() {
        assertThat(GeneratorSource.of(index -> "record " + index).recordType()).isEqualTo(String.class);
        assertThat(GeneratorSource.numbers().recordType()).isEqualTo(Long.class);
        assertThat(GeneratorSource.of(List.class, index -> List.of(index)).recordType())
                .isEqualTo(List.class);
    }

    @Test
    void isBoundedOnlyWithANumberOfRecords() {
        assertThat(GeneratorSource.numbers().bounded()).isFalse();
        assertThat(GeneratorSource.numbers().records(1).bounded()).isTrue();
    }

    @Test
    void refusesARateThatIsNoRate() {
        assertThatThrownBy(() -> GeneratorSource.numbers().rate(0)).hasMessageContaining("found 0.0");
        assertThatThrownBy(() -> GeneratorSource.numbers().rate(Double.NaN)).hasMessageContaining("found NaN");
    }
}
