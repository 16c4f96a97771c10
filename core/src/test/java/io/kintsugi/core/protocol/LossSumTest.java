package io.kintsugi.core.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LossSumTest {
    private static final ChannelId CHANNEL = new ChannelId(0, 0, 0);

    @Test
    void countsOnceWhatIsToldTwiceOrInParts() {
        LossTotals sum = LossSum.of(List.of(lost(1, 101, 150), lost(1, 101, 220), lost(1, 101, 150)));

        assertThat(sum.lost()).isEqualTo(120);
        assertThat(sum.least()).isEqualTo(120);
        assertThat(sum.basis()).isEqualTo(LossBasis.COUNTED);
    }

    @Test
    void whatWasThrownAwayIsNotLostASecondTime() {
        LossTotals sum = LossSum.of(List.of(lost(1, 1, 30), range(1, 11, 20, LossKind.DISCARDED)));

        assertThat(sum.discarded()).isEqualTo(10);
        assertThat(sum.lostState()).isEqualTo(20);
    }

    @Test
    void aProducerThatGoesBackMakesUpForWhatWasLostBehindThatPlace() {
        LossTotals sum = LossSum.of(List.of(lost(1, 101, 150), range(2, 121, 200, LossKind.ORPHANS)));

        assertThat(sum.lost()).isEqualTo(20);
        assertThat(sum.orphans()).isEqualTo(50);
    }

    @Test
    void whatIsLostOnceMoreAfterThatIsLost() {
        LossTotals sum =
                LossSum.of(List.of(lost(2, 121, 130), range(2, 121, 200, LossKind.ORPHANS), lost(1, 101, 150)));

        assertThat(sum.lost()).isEqualTo(30);
    }

    @Test
    void keepsChannelsAndKindsApart() {
        LossTotals sum = LossSum.of(List.of(
                lost(1, 1, 10),
                LossRange.counted(new ChannelId(0, 1, 0), 1, 1, 10, LossKind.LOST_STATE),
                range(1, 20, 24, LossKind.DUPLICATES),
                range(1, 1, 7, LossKind.LATE_AFTER_RECOVERY),
                range(1, 1, 9, LossKind.LATE_AFTER_RECOVERY)));

        assertThat(sum).isEqualTo(new LossTotals(20, 0, 5, 0, 9, 20, LossBasis.COUNTED));
    }

    @Test
    void theLeastCertainFigureSaysHowSureTheSumIs() {
        LossTotals bounded =
                LossSum.of(List.of(lost(1, 1, 10), LossRange.bounded(CHANNEL, 1, 11, 30, LossKind.LOST_STATE, 5)));
        LossTotals unknown = LossSum.of(List.of(LossRange.unknown(CHANNEL, 2, 7)));

        assertThat(bounded.lost()).isEqualTo(30);
        assertThat(bounded.least()).isEqualTo(15);
        assertThat(bounded.basis()).isEqualTo(LossBasis.BOUNDED);
        assertThat(unknown.lost()).isZero();
        assertThat(unknown.basis()).isEqualTo(LossBasis.UNKNOWN);
    }

    private static LossRange lost(int epoch, long from, long to) {
        return range(epoch, from, to, LossKind.LOST_STATE);
    }

    private static LossRange range(int epoch, long from, long to, LossKind kind) {
        return LossRange.counted(CHANNEL, epoch, from, to, kind);
    }
}
