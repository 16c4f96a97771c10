package io.kintsugi.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.recovery.CheckpointsWithLoss;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import org.junit.jupiter.api.Test;

final class RecoverySettingsTest {
    @Test
    void theDefaultsAreWhatCountsWithoutAConfiguration() {
        RecoverySettings settings = RecoverySettings.defaults();

        assertThat(settings.recovery(true)).isEqualTo(Recovery.region());
        assertThat(settings.recovery(false)).isEqualTo(Recovery.none());
        assertThat(settings.recovery(Recovery.Strategy.TASK, false)).isEqualTo(Recovery.task());
        assertThat(settings.recovery(Recovery.Strategy.SINK, true)).isEqualTo(Recovery.sink());
        assertThat(settings.recovery(Recovery.Strategy.DOWNSTREAM, true)).isEqualTo(Recovery.downstream());
    }

    @Test
    void aJobThatSaysNothingTakesEachSetting() {
        RecoverySettings settings = new RecoverySettings(
                Recovery.Strategy.TASK,
                AbsentConsumer.Kind.DISCARD,
                4096,
                10,
                1,
                2,
                3,
                4,
                LossBudget.OnExcess.PAUSE,
                CheckpointsWithLoss.FORBID);

        assertThat(settings.recovery(false))
                .isEqualTo(Recovery.task()
                        .absentConsumer(AbsentConsumer.discard())
                        .lossBudget(new LossBudget(10, 1, 2, 3, 4, LossBudget.OnExcess.PAUSE))
                        .checkpointsWithLoss(CheckpointsWithLoss.FORBID));
    }
}
