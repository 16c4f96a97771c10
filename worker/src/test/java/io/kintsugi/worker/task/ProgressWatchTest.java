package io.kintsugi.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.worker.task.ProgressWatch.Verdict;
import org.junit.jupiter.api.Test;

final class ProgressWatchTest {
    private static final long SLOW_MS = 300;
    private static final long STUCK_MS = 1_000;

    private final ProgressWatch watch = new ProgressWatch(SLOW_MS, STUCK_MS);

    @Test
    void callsATaskSlowThatIsLongAtWorkAtOneGoAndStuckWhenItDoesNotBeat() {
        assertThat(look(1, 0)).isEqualTo(Verdict.FINE);
        assertThat(looks(2, 1, 0)).isEqualTo(Verdict.FINE);
        assertThat(look(1, 0)).isEqualTo(Verdict.SLOW);
        assertThat(looks(6, 1, 0)).isEqualTo(Verdict.SLOW);
        assertThat(look(1, 0)).isEqualTo(Verdict.STUCK);
        assertThat(watch.stillMs()).isEqualTo(STUCK_MS);
    }

    @Test
    void neverCallsATaskStuckThatBeatsNowAndThenHoweverLongOneGoTakes() {
        look(1, 0);

        for (long beat = 1; beat < 100; beat++) {
            assertThat(looks(9, 1, beat)).isNotEqualTo(Verdict.STUCK);
        }
    }

    @Test
    void countsAnewWhenTheTaskHasRestedInBetween() {
        look(1, 0);
        looks(9, 1, 0);

        assertThat(look(0, 0)).as("at rest").isEqualTo(Verdict.FINE);
        assertThat(look(2, 0)).isEqualTo(Verdict.FINE);
        assertThat(looks(9, 3, 0)).as("a third turn").isNotEqualTo(Verdict.STUCK);
    }

    @Test
    void aTaskAtRestIsFineForever() {
        assertThat(looks(1_000, 0, 7)).isEqualTo(Verdict.FINE);
    }

    private Verdict looks(int times, long turn, long beats) {
        Verdict last = Verdict.FINE;
        for (int i = 0; i < times; i++) {
            last = look(turn, beats);
        }
        return last;
    }

    private Verdict look(long turn, long beats) {
        return watch.look(turn, beats, 100);
    }
}
