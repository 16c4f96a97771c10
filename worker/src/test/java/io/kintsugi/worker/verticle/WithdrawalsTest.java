package io.kintsugi.worker.verticle;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import org.junit.jupiter.api.Test;

final class WithdrawalsTest {
    private static final JobId RUN_2 = new JobId("clicks", 2);
    private static final Term TERM = new Term(1);

    private final Withdrawals withdrawals = new Withdrawals();

    @Test
    void coverACanceledAttemptAndThoseBeforeItButNotTheNext() {
        withdrawals.canceled(RUN_2, read(3));
        withdrawals.canceled(RUN_2, read(1));

        assertThat(withdrawals.covers(RUN_2, read(2), TERM)).isTrue();
        assertThat(withdrawals.covers(RUN_2, read(3), TERM)).isTrue();
        assertThat(withdrawals.covers(RUN_2, read(4), TERM)).isFalse();
    }

    @Test
    void coverAReleasedRunAndThoseBeforeItButNotTheNext() {
        withdrawals.released(RUN_2, TERM);
        withdrawals.released(new JobId("clicks", 1), new Term(2));

        assertThat(withdrawals.covers(RUN_2, read(9), TERM)).isTrue();
        assertThat(withdrawals.covers(new JobId("clicks", 3), read(1), TERM)).isFalse();
        assertThat(withdrawals.covers(new JobId("views", 1), read(1), TERM)).isFalse();
    }

    /** Seed 2701 of the stops: a leader that did not know that it was replaced let the job go, and the next one could not go on with it. */
    @Test
    void doNotCoverARunThatALaterLeaderGoesOnWith() {
        withdrawals.released(RUN_2, TERM);

        assertThat(withdrawals.covers(RUN_2, read(2), new Term(1))).isTrue();
        assertThat(withdrawals.covers(RUN_2, read(2), new Term(2))).isFalse();
        assertThat(withdrawals.covers(new JobId("clicks", 1), read(2), new Term(2)))
                .isTrue();
    }

    @Test
    void forgetTheOldestFirst() {
        for (int run = 0; run <= Withdrawals.KEPT_MAX; run++) {
            withdrawals.canceled(new JobId("job" + run, 1), read(1));
        }

        assertThat(withdrawals.covers(new JobId("job0", 1), read(1), TERM)).isFalse();
        assertThat(withdrawals.covers(new JobId("job1", 1), read(1), TERM)).isTrue();
    }

    private static AttemptId read(int number) {
        return new AttemptId(new TaskId("read", 0), number);
    }
}
