package io.kintsugi.coordinator.loss;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.coordinator.TestJobs;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.LossEntry;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class LossAccountTest {
    private static final Plan PLAN = Plan.of(TestJobs.graph(2, 2, 1));
    private static final ChannelId CHANNEL = new ChannelId(0, 0, 1);
    private static final TaskId CONSUMER = new TaskId("work", 1);
    private static final JobId JOB = new JobId("clicks", 1);

    private final LossAccount account = new LossAccount(100);
    private long recovery = 1;

    private long take(LossRange... ranges) {
        return account.take(List.of(ranges), PLAN, (producer, consumer) -> recovery, 1_000);
    }

    private static LossRange lost(long from, long to) {
        return LossRange.counted(CHANNEL, 1, from, to, LossKind.LOST_STATE);
    }

    private static Manifest checkpoint(int epoch, long seq) {
        StateVersion version = new StateVersion(
                new VersionId(JOB, AttemptId.first(CONSUMER), 1),
                7,
                false,
                0,
                0,
                List.of(new ChannelPosition(CHANNEL, epoch, seq)),
                List.of());
        return new Manifest(JOB, 7, null, new Term(1), 0, 0, 128, List.of(version));
    }

    @Test
    void namesWhatAnAttemptThatGoesOnWhereTheLastOneDiedHasToRemember() {
        take(lost(1, 4));
        account.committed(checkpoint(1, 4));
        take(lost(7, 9));

        assertThat(account.openOf(CONSUMER)).containsExactly(lost(7, 9));
        assertThat(account.openOf(new TaskId("work", 0))).isEmpty();
    }

    private List<LossEntry.State> states() {
        return account.entries().stream().map(LossEntry::state).toList();
    }

    @Test
    void whatIsToldAgainOrInOtherPiecesCountsOnce() {
        assertThat(take(lost(10, 19))).isEqualTo(10);
        assertThat(take(lost(10, 19), lost(15, 24), lost(5, 30))).isEqualTo(16);
        assertThat(take(lost(5, 30))).isZero();

        assertThat(account.total()).isEqualTo(new LossTotals(26, 0, 0, 0, 0, 26, LossBasis.COUNTED));
    }

    @Test
    void aRecordThatWasThrownAwayIsNotLostOnceMore() {
        take(LossRange.counted(CHANNEL, 1, 10, 19, LossKind.DISCARDED));
        take(lost(5, 24));

        assertThat(account.total()).isEqualTo(new LossTotals(10, 10, 0, 0, 0, 20, LossBasis.COUNTED));
    }

    @Test
    void kindsAndChannelsAreApartAndARecordIsLostOnceInAnyEpoch() {
        take(
                lost(1, 5),
                LossRange.counted(CHANNEL, 2, 1, 5, LossKind.LOST_STATE),
                LossRange.counted(CHANNEL, 1, 1, 5, LossKind.ORPHANS),
                LossRange.counted(CHANNEL, 1, 1, 5, LossKind.DUPLICATES),
                LossRange.counted(new ChannelId(0, 1, 1), 1, 1, 5, LossKind.LATE_AFTER_RECOVERY));

        assertThat(account.total()).isEqualTo(new LossTotals(5, 0, 5, 5, 5, 5, LossBasis.COUNTED));
    }

    @Test
    void theLeastCertainFigureGivesTheBasis() {
        take(lost(1, 5), LossRange.bounded(CHANNEL, 1, 10, 19, LossKind.LOST_STATE, 4));
        assertThat(account.total()).isEqualTo(new LossTotals(15, 0, 0, 0, 0, 9, LossBasis.BOUNDED));

        take(LossRange.unknown(CHANNEL, 2, 1), LossRange.unknown(CHANNEL, 2, 1));
        assertThat(account.total()).isEqualTo(new LossTotals(15, 0, 0, 0, 0, 9, LossBasis.UNKNOWN));
        assertThat(account.entries()).hasSize(3);
    }

    private static LossRange late(int epoch, long records) {
        return LossRange.counted(CHANNEL, epoch, 1, records, LossKind.LATE_AFTER_RECOVERY);
    }

    @Test
    void lateRecordsAreCountedInOneLineForEachRecovery() {
        take(late(2, 3));
        take(late(2, 5), late(2, 4), late(2, 5));
        recovery = 2;
        take(late(2, 12));
        take(late(2, 14), LossRange.bounded(CHANNEL, 2, 1, 7, LossKind.LATE_AFTER_RECOVERY, 0));

        assertThat(account.entries()).hasSize(3);
        assertThat(account.total(1).lateAfterRecovery()).isEqualTo(5);
        assertThat(account.total(2).lateAfterRecovery()).isEqualTo(9 + 7);
        assertThat(account.total()).isEqualTo(new LossTotals(0, 0, 0, 0, 21, 0, LossBasis.BOUNDED));
    }

    @Test
    void lateRecordsCountOnceWhenTheirLinesAreFolded() {
        LossAccount small = new LossAccount(1);
        small.take(List.of(lost(1, 50)), PLAN, (producer, consumer) -> 1, 1_000);
        small.take(List.of(late(1, 3)), PLAN, (producer, consumer) -> 1, 1_000);
        small.take(List.of(late(1, 5)), PLAN, (producer, consumer) -> 2, 1_000);
        small.take(List.of(late(2, 4)), PLAN, (producer, consumer) -> 3, 1_000);
        small.take(List.of(late(1, 5), late(2, 4), lost(1, 50)), PLAN, (producer, consumer) -> 3, 1_000);

        assertThat(small.entries()).hasSize(1);
        assertThat(small.total()).isEqualTo(new LossTotals(50, 0, 0, 0, 9, 50, LossBasis.COUNTED));
        assertThat(small.total(2).lateAfterRecovery()).isEqualTo(2);
    }

    @Test
    void belongsToTheRecoveryThatItCameWith() {
        take(lost(1, 5));
        recovery = 2;
        take(lost(1, 8));

        assertThat(account.total(1).lost()).isEqualTo(5);
        assertThat(account.total(2).lost()).isEqualTo(3);
    }

    @Test
    void whatACheckpointHasBehindItStaysLostAndWhatFollowsIsRepairedByTheRegion() {
        take(lost(1, 5), lost(10, 19));
        account.committed(checkpoint(1, 9));
        assertThat(states()).containsExactly(LossEntry.State.COMMITTED, LossEntry.State.OPEN);
        assertThat(account.isOpen()).isTrue();

        assertThat(account.repaired(Set.of(CONSUMER))).containsExactly(new LossAccount.Repaired(10, 1_000));

        assertThat(states()).containsExactly(LossEntry.State.COMMITTED, LossEntry.State.REPAIRED);
        assertThat(account.isOpen()).isFalse();
        assertThat(account.total().lost()).isEqualTo(5);
    }

    @Test
    void aSecondFailureBeforeTheNextCheckpointDoesNotCountTwice() {
        take(lost(101, 150));
        recovery = 2;
        assertThat(account.wentBack(CONSUMER, List.of())).containsExactly(new LossAccount.Repaired(50, 1_000));
        assertThat(account.total().lost()).isZero();

        assertThat(take(lost(101, 220))).isEqualTo(120);

        assertThat(account.total().lost()).isEqualTo(120);
        assertThat(account.total(1).lost()).isEqualTo(50);
        assertThat(account.total(2).lost()).isEqualTo(70);
    }

    @Test
    void aCheckpointThatWasStoredAfterTheFailureKeepsWhatItHasBehindIt() {
        take(lost(1, 5), lost(10, 19));
        account.repaired(Set.of(CONSUMER));

        account.kept(List.of(lost(1, 5)));

        assertThat(states()).containsExactly(LossEntry.State.COMMITTED, LossEntry.State.REPAIRED);
        assertThat(account.total().lost()).isEqualTo(5);
    }

    @Test
    void whatAStateSaysThatItHasLostStaysLost() {
        take(lost(1, 5), lost(10, 19));

        account.wentBack(CONSUMER, List.of(lost(1, 5)));

        assertThat(account.total().lost()).isEqualTo(5);
    }

    @Test
    void orphansThatATaskForgetsWithItsStateAreNoneAnyMore() {
        take(lost(10, 19).as(LossKind.ORPHANS));

        account.wentBack(CONSUMER, List.of());

        assertThat(account.total().orphans()).isZero();
    }

    @Test
    void numbersThatAreUsedAgainAfterARepairCanBeLostAgain() {
        take(lost(10, 19));
        account.repaired(Set.of(CONSUMER));

        assertThat(take(lost(10, 19))).isEqualTo(10);
    }

    @Test
    void anEarlierEpochLiesBeforeACheckpoint() {
        take(lost(10, 19));
        account.committed(checkpoint(2, 0));

        assertThat(states()).containsExactly(LossEntry.State.COMMITTED);
    }

    @Test
    void theTotalsSurviveTheOldestLinesAndTheirRepetition() {
        LossAccount small = new LossAccount(10);
        for (int i = 0; i < 50; i++) {
            small.take(List.of(lost(10L * i + 1, 10L * i + 5)), PLAN, (a, b) -> 1, i);
        }
        small.take(List.of(lost(1, 5), lost(101, 105)), PLAN, (a, b) -> 1, 60);

        assertThat(small.entries()).hasSize(10);
        assertThat(small.total().lost()).isEqualTo(250);
        assertThat(small.total(1).lost()).isEqualTo(250);
        small.forgetBefore(2);
        assertThat(small.total(1).lost()).isEqualTo(50);
        assertThat(small.total().lost()).isEqualTo(250);
    }

    /** Any order, any pieces, any repetition: the union of what was told. */
    @Test
    void isTheUnionOfAllThatWasTold() {
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            LossAccount any = new LossAccount(1_000);
            BitSet truth = new BitSet();
            long sum = 0;
            for (int i = 0; i < 30; i++) {
                int from = 1 + random.nextInt(100);
                int to = from + random.nextInt(20);
                truth.set(from, to + 1);
                sum += any.take(List.of(lost(from, to)), PLAN, (a, b) -> 1, i);
            }

            assertThat(any.total().lost()).as("seed %d", seed).isEqualTo(truth.cardinality());
            assertThat(sum).isEqualTo(truth.cardinality());
        }
    }

    @Test
    void bothEndsOfAChannelAgreeAtACheckpoint() {
        assertThat(check(12, false, false)).isEqualTo(new DoubleEntry(1, List.of()));
        assertThat(check(11, false, false).differences())
                .containsExactly("e0:0>1: read[0] has emitted 12 in epoch 1, work[1] has taken or lost 11 in epoch 1");
        assertThat(check(13, false, false).differences()).isEmpty(); // The source is on its way back to record 13.
        assertThat(check(11, true, false).channels()).isZero();
        assertThat(check(12, true, true).channels()).isEqualTo(1);
    }

    private static DoubleEntry check(long applied, boolean producerEnded, boolean consumerEnded) {
        AttemptId producer = AttemptId.first(new TaskId("read", 0));
        List<ChannelPosition> emitted = List.of(new ChannelPosition(CHANNEL, 1, 12));
        List<ChannelPosition> taken = List.of(new ChannelPosition(CHANNEL, 1, applied));
        StateVersion from =
                new StateVersion(new VersionId(JOB, producer, 1), 7, producerEnded, 0, 0, List.of(), emitted);
        StateVersion to = new StateVersion(
                new VersionId(JOB, AttemptId.first(CONSUMER), 1), 7, consumerEnded, 0, 0, taken, List.of());
        return DoubleEntry.of(PLAN, new Manifest(JOB, 7, null, new Term(1), 0, 0, 128, List.of(from, to)));
    }
}
