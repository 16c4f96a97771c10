package io.kintsugi.bench.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

final class TrainerLogTest {
    private static final Trial TRIAL = new Trial(0, 0);
    private static final long START_NS = 1_000_000;

    private final TrainerLog log = TrainerLog.begin(TRIAL);

    @Test
    void tellsHowLongTheVictimWasAwayAndWhatTheOthersNoticed() {
        int failAt = TRIAL.failAtMs();
        for (int ms = 0; ms < TRIAL.lengthMs(); ms++) {
            for (int trainer = 0; trainer < Trial.TRAINERS; trainer++) {
                boolean away = trainer == Trial.VICTIM && ms > failAt && ms < failAt + 40;
                boolean stalled = trainer == 2 && ms > failAt + 5 && ms < failAt + 12;
                boolean stalledBefore = trainer == 3 && ms > failAt - 100 && ms < failAt - 97;
                if (!away && !stalled && !stalledBefore) {
                    boolean fails = log.take(trainer, atNs(ms));
                    assertThat(fails).isEqualTo(trainer == Trial.VICTIM && ms == failAt);
                }
            }
        }

        Outage outage = log.outage();

        assertThat(outage.backMs()).isEqualTo(40);
        assertThat(outage.gapMs()).isEqualTo(6);
        assertThat(outage.baselineGapMs()).isEqualTo(2);
        assertThat(outage.othersShare()).isEqualTo((15_000 - 6) / (15_000.0 - 2));
    }

    @Test
    void countsAGapThatOutlastsTheWindowAsLongAsTheVictimIsAway() {
        int failAt = TRIAL.failAtMs();
        for (int ms = 0; ms <= failAt + 9_000; ms++) {
            for (int trainer = 0; trainer < Trial.TRAINERS; trainer++) {
                if (ms <= failAt || ms == failAt + 9_000) {
                    log.take(trainer, atNs(ms));
                }
            }
        }

        assertThat(log.outage().backMs()).isEqualTo(9_000);
        assertThat(log.outage().gapMs()).isEqualTo(8_999);
    }

    @Test
    void refusesATrialInWhichNobodyFailedOrTheVictimNeverCameBack() {
        assertThatIllegalStateException().isThrownBy(log::outage).withMessageContaining("no trainer failed");

        log.take(0, START_NS);
        log.take(Trial.VICTIM, atNs(TRIAL.failAtMs()));

        assertThatIllegalStateException().isThrownBy(log::outage).withMessageContaining("never took a record again");
    }

    private static long atNs(int ms) {
        return START_NS + ms * 1_000_000L;
    }
}
