package io.kintsugi.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.element.Idle;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.worker.channel.InputGate.Presence;
import org.junit.jupiter.api.Test;

class InputWatermarksTest {
    private static final long HOLD_NS = 100;

    private final InputWatermarks watermarks = new InputWatermarks(2, HOLD_NS);

    @Test
    void isTheLowestOfAllInputs() {
        advance(0, 10);
        assertThat(watermarks.news()).isNull();
        advance(1, 7);

        assertThat(watermarks.news()).isEqualTo(new Watermark(7));
        assertThat(watermarks.heldBackBy()).isEqualTo(1);
        assertThat(watermarks.news()).isNull();
    }

    @Test
    void anInputThatReturnsBehindTheOthersCountsAgainWhenItHasCaughtUp() {
        advance(0, 5);
        advance(1, 5);
        watermarks.news();
        watermarks.idle(1);
        advance(0, 100);
        assertThat(watermarks.news()).isEqualTo(new Watermark(100));

        advance(1, 50);
        advance(0, 110);
        assertThat(watermarks.news()).isEqualTo(new Watermark(110));
        advance(1, 115);
        advance(0, 120);

        assertThat(watermarks.news()).isEqualTo(new Watermark(115));
    }

    @Test
    void isIdleWhenAllAreAndWakesWithTheFirstOfThem() {
        advance(0, 5);
        advance(1, 6);
        watermarks.news();
        watermarks.idle(0);
        assertThat(watermarks.news()).isEqualTo(new Watermark(6));
        watermarks.idle(1);

        assertThat(watermarks.news()).isEqualTo(Idle.INSTANCE);
        assertThat(watermarks.news()).isNull();
        advance(1, 6);
        assertThat(watermarks.news()).isEqualTo(new Watermark(6));
    }

    @Test
    void aMissingInputHoldsTimeBackForAWhileAndThenNoMore() {
        bothConnected(0);
        advance(0, 10);
        advance(1, 5);
        watermarks.news();

        watermarks.presence(1, Presence.AWAITED, 1_000);
        watermarks.presence(1, Presence.AWAITED, 1_000 + HOLD_NS - 1);
        assertThat(watermarks.news()).isNull();
        watermarks.presence(1, Presence.AWAITED, 1_000 + HOLD_NS);
        assertThat(watermarks.news()).isEqualTo(new Watermark(10, true));
        watermarks.presence(1, Presence.THERE, 2_000);
        advance(0, 20);
        advance(1, 8);
        assertThat(watermarks.news()).isEqualTo(new Watermark(20, true));
        advance(1, 20);
        advance(0, 30);

        assertThat(watermarks.news()).as("all are heard again").isEqualTo(new Watermark(20));
        assertThat(watermarks.heldBackBy()).isEqualTo(1);
    }

    @Test
    void standsStillWhenAllAreMissing() {
        bothConnected(0);
        advance(0, 10);
        advance(1, 10);
        watermarks.news();
        for (long now = 0; now < 10 * HOLD_NS; now += HOLD_NS / 2) {
            watermarks.presence(0, Presence.AWAITED, now);
            watermarks.presence(1, Presence.AWAITED, now);
        }

        assertThat(watermarks.news()).isNull();
        assertThat(watermarks.current()).isEqualTo(10);
        assertThat(watermarks.heldBackBy()).isEqualTo(InputWatermarks.NOBODY);
    }

    @Test
    void anInputWithoutTimeHoldsNobodyBackAndKeepsNobodyAwake() {
        watermarks.untimed(1);
        bothConnected(0);
        advance(0, 10);

        assertThat(watermarks.news()).isEqualTo(new Watermark(10));
        watermarks.idle(0);
        assertThat(watermarks.news()).isEqualTo(Idle.INSTANCE);
    }

    @Test
    void waitsForAnInputThatHasNeverBeenThere() {
        watermarks.presence(0, Presence.THERE, 0);
        advance(0, 10);
        watermarks.presence(1, Presence.AWAITED, 0);
        watermarks.presence(1, Presence.AWAITED, 100 * HOLD_NS);

        assertThat(watermarks.news()).isNull();
    }

    @Test
    void doesNotWaitForAnInputThatIsKnownToBeAway() {
        watermarks.presence(0, Presence.THERE, 0);
        advance(0, 10);
        watermarks.presence(1, Presence.AWAY, 0);
        watermarks.presence(1, Presence.AWAY, HOLD_NS);

        assertThat(watermarks.news()).isEqualTo(new Watermark(10, true));
    }

    @Test
    void whatIsLateSinceTimeHasGoneOnWithoutAMissingInputIsCountedUntilItHasCaughtUp() {
        bothConnected(0);
        advance(0, 10);
        advance(1, 5);
        watermarks.news();
        watermarks.presence(1, Presence.AWAY, 1_000);
        assertThat(watermarks.lateBasis(1)).isNull();

        watermarks.presence(1, Presence.AWAY, 1_000 + HOLD_NS);
        assertThat(watermarks.news()).isEqualTo(new Watermark(10, true));
        assertThat(watermarks.lateBasis(1)).as("what it had sent before").isEqualTo(LossBasis.COUNTED);
        watermarks.presence(1, Presence.THERE, 2_000);
        advance(1, 9);
        assertThat(watermarks.news()).isNull();
        assertThat(watermarks.lateBasis(1)).isEqualTo(LossBasis.COUNTED);
        assertThat(watermarks.lateBasis(0)).isNull();

        advance(1, 10);
        assertThat(watermarks.news()).isEqualTo(new Watermark(10));
        assertThat(watermarks.lateBasis(1)).isNull();
    }

    @Test
    void whatIsLateBehindATaskThatHasOutrunAnInputIsBounded() {
        advance(0, 10);
        advance(1, 10);
        watermarks.news();

        watermarks.advance(1, new Watermark(12, true));
        assertThat(watermarks.news()).isEqualTo(new Watermark(10, true));
        assertThat(watermarks.lateBasis(1)).isEqualTo(LossBasis.BOUNDED);
        assertThat(watermarks.lateBasis(0)).isNull();

        advance(1, 12);
        assertThat(watermarks.news()).isEqualTo(new Watermark(10));
        assertThat(watermarks.lateBasis(1)).isNull();
    }

    @Test
    void whatIsLateBehindAnAttemptThatBeginsAnewEarlierIsBoundedUntilItHasCaughtUp() {
        advance(0, 10);
        advance(1, 10);
        watermarks.news();

        advance(1, 6);
        watermarks.news();
        assertThat(watermarks.lateBasis(1)).isEqualTo(LossBasis.BOUNDED);

        advance(1, 10);
        assertThat(watermarks.news()).isEqualTo(new Watermark(10));
        assertThat(watermarks.lateBasis(1)).isNull();
    }

    @Test
    void whatIsLateOnAnInputThatWasOnlyIdleIsNoMatterOfRecovery() {
        bothConnected(0);
        advance(0, 5);
        advance(1, 5);
        watermarks.news();
        watermarks.idle(1);
        advance(0, 100);
        assertThat(watermarks.news()).isEqualTo(new Watermark(100));

        advance(1, 50);
        assertThat(watermarks.news()).isNull();
        assertThat(watermarks.lateBasis(1)).isNull();
    }

    @Test
    void anEndedInputHoldsNobodyBack() {
        advance(0, 10);
        watermarks.end(1);

        assertThat(watermarks.news()).isEqualTo(new Watermark(10));
        watermarks.idle(0);
        assertThat(watermarks.news()).isEqualTo(Idle.INSTANCE);
    }

    private void advance(int input, long timestamp) {
        watermarks.advance(input, new Watermark(timestamp));
    }

    private void bothConnected(long nowNs) {
        watermarks.presence(0, Presence.THERE, nowNs);
        watermarks.presence(1, Presence.THERE, nowNs);
    }
}
