package io.kintsugi.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.element.UserEvent;
import org.junit.jupiter.api.Test;

final class HeardEventsTest {
    private final HeardEvents heard = new HeardEvents();

    @Test
    void hearsOnceWhatComesOnSeveralWays() {
        assertThat(hears("read", 0, 1, 1)).isTrue();
        assertThat(hears("read", 0, 1, 2)).isTrue();
        assertThat(hears("read", 0, 1, 1)).isFalse();
        assertThat(hears("read", 0, 1, 2)).isFalse();
        assertThat(hears("read", 0, 1, 3)).isTrue();
    }

    @Test
    void doesNotTakeTheEventsOfOthersForThem() {
        assertThat(hears("read", 0, 1, 5)).isTrue();

        assertThat(hears("read", 1, 1, 1)).isTrue();
        assertThat(hears("count", 0, 1, 1)).isTrue();
    }

    @Test
    void beginsAnewWithALaterAttemptAndHearsNothingOfAnEarlierOneThen() {
        assertThat(hears("read", 0, 1, 5)).isTrue();

        assertThat(hears("read", 0, 2, 1)).isTrue();
        assertThat(hears("read", 0, 1, 6)).isFalse();
        assertThat(hears("read", 0, 2, 2)).isTrue();
    }

    private boolean hears(String step, int subtask, int attempt, long number) {
        return heard.isNew(new UserEvent.Origin(step, subtask, attempt, number));
    }
}
