package io.kintsugi.worker.align;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.recovery.AlignmentMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BarrierAlignerTest {
    private final BarrierAligner aligner = new BarrierAligner(3, AlignmentMode.EXACTLY_ONCE, 4);

    @Test
    void passesABarrierOnWhenTheLastInputHasDeliveredItAndBlocksTheOthersUntilThen() {
        assertThat(aligner.deliver(0, barrier(5))).isEmpty();
        assertThat(aligner.deliver(2, barrier(5))).isEmpty();
        assertThat(blocked()).containsExactly(true, false, true);

        assertThat(aligner.deliver(1, barrier(5))).contains(barrier(5));
        assertThat(blocked()).containsExactly(false, false, false);
    }

    @Test
    void takesTheLowestTimestampOfTheBarriers() {
        aligner.deliver(0, new Barrier(5, 300));
        aligner.deliver(1, new Barrier(5, 100));

        assertThat(aligner.deliver(2, new Barrier(5, 200))).contains(new Barrier(5, 100));
    }

    @Test
    void dropsBarriersAtOrBelowTheMinimum() {
        assertThat(aligner.deliver(0, barrier(4))).isEmpty();

        assertThat(aligner.aligning()).isZero();
    }

    @Test
    void doesNotWaitForAnInputThatHasEndedOrIsAway() {
        aligner.deliver(0, barrier(5));
        aligner.leave(1);

        assertThat(aligner.deliver(2, barrier(5))).contains(barrier(5));
        aligner.deliver(0, barrier(6));
        aligner.deliver(2, barrier(6));
        assertThat(aligner.leave(1)).isEmpty();
    }

    @Test
    void isCompleteWhenTheInputItWaitedForGoesAway() {
        aligner.deliver(0, barrier(5));
        aligner.deliver(1, barrier(5));

        assertThat(aligner.leave(2)).contains(barrier(5));
    }

    @Test
    void unblocksOnAnAbortAndDropsTheLateBarriersOfThatCheckpointOnly() {
        aligner.deliver(0, barrier(5));
        aligner.abort(5);

        assertThat(blocked()).containsExactly(false, false, false);
        assertThat(aligner.deliver(1, barrier(5))).isEmpty();
        assertThat(aligner.aligning()).isZero();
        aligner.deliver(0, barrier(6));
        aligner.deliver(1, barrier(6));
        assertThat(aligner.deliver(2, barrier(6))).contains(barrier(6));
    }

    @Test
    void anAbortStandsForAnEarlierOneThatWasLostWithItsLeader() {
        aligner.deliver(0, barrier(5));
        aligner.abort(6);

        assertThat(blocked()).containsExactly(false, false, false);
        assertThat(aligner.deliver(1, barrier(5))).isEmpty();
        assertThat(aligner.aligning()).isZero();
    }

    @Test
    void aLateAbortDoesNotDisturbTheCheckpointAfterIt() {
        aligner.deliver(0, barrier(6));
        aligner.abort(5);

        assertThat(blocked()).containsExactly(true, false, false);
        aligner.deliver(1, barrier(6));
        assertThat(aligner.deliver(2, barrier(6))).contains(barrier(6));
    }

    @Test
    void hearsAnAbortThatOvertakesItsBarriers() {
        aligner.abort(5);

        assertThat(aligner.deliver(0, barrier(5))).isEmpty();
        assertThat(blocked()).containsExactly(false, false, false);
    }

    @Test
    void aNewerBarrierTakesThePlaceOfAnOlderOneThatWasNeverAborted() {
        aligner.deliver(0, barrier(5));
        aligner.deliver(1, barrier(6));

        assertThat(blocked()).containsExactly(false, true, false);
        assertThat(aligner.deliver(2, barrier(5))).isEmpty();
        aligner.deliver(0, barrier(6));
        assertThat(aligner.deliver(2, barrier(6))).contains(barrier(6));
    }

    @Test
    void readsOnUnderAtLeastOnce() {
        BarrierAligner loose = new BarrierAligner(2, AlignmentMode.AT_LEAST_ONCE, 0);
        loose.deliver(0, barrier(1));

        assertThat(loose.blocked(0)).isFalse();
        assertThat(loose.deliver(1, barrier(1))).contains(barrier(1));
    }

    @Test
    void leavesNoInputBlockedWhateverTheOrderOfBarriersAndAborts() {
        for (long seed = 0; seed < 2_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            BarrierAligner random3 = new BarrierAligner(3, AlignmentMode.EXACTLY_ONCE, 0);
            List<Long> passed = new ArrayList<>();
            int[] next = new int[3];
            boolean[] aborted = new boolean[4];
            while (next[0] < 3 || next[1] < 3 || next[2] < 3) {
                int input = random.nextInt(3);
                if (random.nextInt(4) == 0) {
                    int checkpoint = 1 + random.nextInt(2);
                    aborted[checkpoint] = true;
                    random3.abort(checkpoint);
                } else if (next[input] < 3 && !random3.blocked(input)) {
                    next[input]++;
                    Optional<Barrier> done = random3.deliver(input, barrier(next[input]));
                    done.ifPresent(barrier -> passed.add(barrier.checkpoint()));
                }
            }

            assertThat(random3.aligning()).as("seed %d", seed).isZero();
            assertThat(passed)
                    .as("seed %d", seed)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .endsWith(3L);
            if (!aborted[1] && !aborted[2]) {
                assertThat(passed).as("seed %d", seed).containsExactly(1L, 2L, 3L);
            }
        }
    }

    private List<Boolean> blocked() {
        return List.of(aligner.blocked(0), aligner.blocked(1), aligner.blocked(2));
    }

    private static Barrier barrier(long checkpoint) {
        return new Barrier(checkpoint, checkpoint * 10);
    }
}
