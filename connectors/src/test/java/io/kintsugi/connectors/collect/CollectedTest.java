package io.kintsugi.connectors.collect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.connectors.Subtask;
import io.kintsugi.core.function.SinkWriter;
import org.junit.jupiter.api.Test;

final class CollectedTest {
    @Test
    void keepsWhatAllSubtasksWrote() throws Exception {
        Collected<String> collected = Collected.atMost(10);
        SinkWriter<String> first = collected.sink().writer(Subtask.of(0, 2));
        SinkWriter<String> second = collected.sink().writer(Subtask.of(1, 2));

        first.write("a", 0);
        second.write("b", 0);
        first.write("c", 0);

        assertThat(collected.records()).containsExactly("a", "b", "c");
    }

    @Test
    void failsTheTaskThatWritesMoreThanTheLimit() throws Exception {
        Collected<String> collected = Collected.atMost(1);
        SinkWriter<String> writer = collected.sink().writer(Subtask.of(0, 1));
        writer.write("a", 0);

        assertThatThrownBy(() -> writer.write("b", 0))
                .hasMessage(
                        "sink 'step': expected at most 1 records to collect, found one more; raise Collected.atMost");
        assertThat(collected.count()).isEqualTo(1);
    }

    @Test
    void hasRoomAgainAfterItWasCleared() throws Exception {
        Collected<String> collected = Collected.atMost(1);
        SinkWriter<String> writer = collected.sink().writer(Subtask.of(0, 1));
        writer.write("a", 0);

        collected.clear();

        writer.write("b", 0);
        assertThat(collected.records()).containsExactly("b");
    }
}
