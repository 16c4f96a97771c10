package io.kintsugi.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FinalSumsTest {
    @Test
    void takesTheHighestCountWhateverTheOrderAndTheSubtask() {
        FinalSums expected = new FinalSums();
        expected.addPrice(7, 10);
        expected.addPrice(7, 20);
        FinalSums first = new FinalSums();
        FinalSums second = new FinalSums();

        first.offer(7, 2, 30);
        second.offer(7, 1, 10);
        first.merge(second);

        assertThat(first.checksum()).isEqualTo(expected.checksum());
    }

    @Test
    void tellsTwoKeysApartThatSwappedTheirSums() {
        FinalSums sums = new FinalSums();
        FinalSums swapped = new FinalSums();

        sums.offer(1, 1, 10);
        sums.offer(2, 1, 20);
        swapped.offer(1, 1, 20);
        swapped.offer(2, 1, 10);

        assertThat(sums.checksum()).isNotEqualTo(swapped.checksum());
    }
}
