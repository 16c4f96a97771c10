package io.kintsugi.coordinator.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.recovery.Recovery;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class RecoveryLogTest {
    private static final TaskId READ = new TaskId("read", 0);
    private static final TaskId WORK = new TaskId("work", 0);
    private static final TaskId OTHER = new TaskId("work", 1);

    private final RecoveryLog log = new RecoveryLog(3, 2);
    private final Set<TaskId> onTheirWay = new TreeSet<>();

    private RecoveryLog.Change failed(Recovery.Strategy strategy, TaskId task, TaskId... near) {
        Set<TaskId> neighbours = new TreeSet<>(List.of(near));
        neighbours.add(task);
        onTheirWay.add(task);
        Failure cause = new Failure("java.io.IOException", "disk full", "");
        return log.failed(
                strategy,
                new RecoveryLog.Failed(new TreeSet<>(List.of(task)), cause, 90),
                new RecoveryLog.Restarted(new TreeSet<>(List.of(task)), neighbours),
                100);
    }

    private RecoveryStatus status(int index) {
        return log.statuses(id -> LossTotals.none()).get(index);
    }

    @Test
    void aFailureNextToARecoveryThatIsUnderWayBelongsToIt() {
        failed(Recovery.Strategy.TASK, WORK);

        assertThat(failed(Recovery.Strategy.TASK, READ, WORK).begun()).isFalse();
        assertThat(failed(Recovery.Strategy.TASK, OTHER).begun()).isTrue();
        assertThat(status(1).failed()).containsExactly(WORK, READ);
        assertThat(status(1).untouched()).isEqualTo(1);
        assertThat(log.recoveryOf(READ, OTHER)).isEqualTo(2);
    }

    @Test
    void aRecoveryIsDoneWhenNoneOfItsTasksIsOnItsWay() {
        failed(Recovery.Strategy.TASK, WORK);
        failed(Recovery.Strategy.TASK, READ, WORK);
        onTheirWay.remove(WORK);

        assertThat(log.done(onTheirWay::contains)).isEmpty();
        onTheirWay.remove(READ);
        assertThat(log.done(onTheirWay::contains)).containsExactly(1L);
        assertThat(failed(Recovery.Strategy.TASK, WORK).begun()).isTrue();
    }

    @Test
    void aWiderStrategyTakesItsPlace() {
        failed(Recovery.Strategy.TASK, WORK);

        RecoveryLog.Change change = failed(Recovery.Strategy.REGION, WORK);

        assertThat(change).isEqualTo(new RecoveryLog.Change(List.of(1L), 2, true));
        assertThat(status(1).state()).isEqualTo(RecoveryStatus.State.ESCALATED);
    }

    @Test
    void theTimelineBeginsWithTheFirstFailureAndHasTheLastTaskOfEachStage() {
        failed(Recovery.Strategy.TASK, WORK);
        failed(Recovery.Strategy.TASK, READ, WORK);
        log.reached(WORK, RecoveryStage.RESTORED, 130);
        log.reached(READ, RecoveryStage.RESTORED, 150);
        log.reached(WORK, RecoveryStage.RESTORED, 140);
        log.reached(OTHER, RecoveryStage.RESTORED, 999);

        assertThat(status(0).timeline())
                .isEqualTo(Map.of(
                        RecoveryStage.FAILED, 90L,
                        RecoveryStage.DETECTED, 100L,
                        RecoveryStage.DECIDED, 100L,
                        RecoveryStage.RESTORED, 150L));
    }

    @Test
    void theOldestIsForgottenAndTheRestAbandonedWhenTheJobEnds() {
        failed(Recovery.Strategy.TASK, WORK);
        failed(Recovery.Strategy.TASK, OTHER);
        failed(Recovery.Strategy.TASK, READ);
        log.abandon();

        assertThat(log.statuses(id -> LossTotals.none()))
                .extracting(RecoveryStatus::id, RecoveryStatus::state)
                .containsExactly(tuple(3L, RecoveryStatus.State.ABANDONED), tuple(2L, RecoveryStatus.State.ABANDONED));
        assertThat(log.oldest()).isEqualTo(2);
    }
}
