package io.kintsugi.core.element;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BatchTest {
    @Test
    void keepsRecordsAndTimestampsInOrder() {
        Batch batch = new Batch(4);
        batch.add("a", 10);
        batch.add("b", Batch.NO_TIMESTAMP);

        assertThat(batch.count()).isEqualTo(2);
        assertThat(batch.isEmpty()).isFalse();
        assertThat(batch.value(0)).isEqualTo("a");
        assertThat(batch.timestamp(0)).isEqualTo(10);
        assertThat(batch.value(1)).isEqualTo("b");
        assertThat(batch.timestamp(1)).isEqualTo(Batch.NO_TIMESTAMP);
    }

    @Test
    void growsBeyondItsCapacity() {
        Batch batch = new Batch(1);
        for (long i = 0; i < 100; i++) {
            batch.add(i, i);
        }

        assertThat(batch.count()).isEqualTo(100);
        assertThat(batch.capacity()).isGreaterThanOrEqualTo(100);
        assertThat(batch.values()).startsWith(0L, 1L).contains(99L);
        assertThat(batch.timestamps()[99]).isEqualTo(99);
    }

    @Test
    void growsFromNothing() {
        Batch batch = new Batch(0);
        batch.add("a", 1);

        assertThat(batch.count()).isEqualTo(1);
    }

    @Test
    void forgetsItsRecordsAndKeepsItsArrays() {
        Batch batch = new Batch(2);
        batch.add("a", 1);
        Object[] values = batch.values();
        batch.clear();

        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.values()).isSameAs(values).containsOnlyNulls();
    }

    @Test
    void wrapsArraysWithoutCopying() {
        Object[] values = {"a", "b", null};
        Batch batch = new Batch(values, new long[3], 2);

        assertThat(batch.values()).isSameAs(values);
        assertThat(batch.count()).isEqualTo(2);
    }

    @Test
    void refusesArraysThatDoNotBelongTogether() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Batch(new Object[2], new long[1], 1))
                .withMessage("batch of 1 records: found arrays of 2 values and 1 timestamps");
        assertThatIllegalArgumentException().isThrownBy(() -> new Batch(new Object[1], new long[1], 2));
        assertThatIllegalArgumentException().isThrownBy(() -> new Batch(new Object[1], new long[1], -1));
    }

    @Test
    void aSliceIsIndependent() {
        Batch batch = new Batch(4);
        batch.add("a", 1);
        batch.add("b", 2);
        batch.add("c", 3);
        Batch slice = batch.slice(1, 3);
        batch.clear();

        assertThat(slice.count()).isEqualTo(2);
        assertThat(slice.value(0)).isEqualTo("b");
        assertThat(slice.timestamp(1)).isEqualTo(3);
        assertThat(slice.slice(1, 1).isEmpty()).isTrue();
    }

    @Test
    void refusesASliceOfRecordsThatAreNotThere() {
        Batch batch = new Batch(4);
        batch.add("a", 1);

        assertThatThrownBy(() -> batch.slice(0, 2)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> batch.slice(1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
