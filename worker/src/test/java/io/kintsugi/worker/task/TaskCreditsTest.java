package io.kintsugi.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.protocol.TaskCounters;
import org.junit.jupiter.api.Test;

class TaskCreditsTest {
    private static final TaskSpec.Checkpoints NO_CHECKPOINTS = TaskSpec.Checkpoints.none();

    @Test
    void tellsHowManyFramesItsConsumerHasRoomFor() {
        TaskFixture fixture = new TaskFixture(TaskBarriersTest.threeInputs(), "mid", NO_CHECKPOINTS, 4);
        fixture.consuming(false);
        assertThat(credits(fixture)).isEqualTo(4);

        fixture.say("0:a 1:b 2:c");
        assertThat(credits(fixture)).isEqualTo(1);

        fixture.say("0:d 1:e");
        assertThat(credits(fixture)).isZero();

        fixture.consuming(true);
        assertThat(credits(fixture)).isEqualTo(4);
    }

    @Test
    void tellsNothingOfCreditsWhereThereIsNoOutput() {
        assertThat(credits(new TaskFixture(TaskBarriersTest.threeInputs(), "out", NO_CHECKPOINTS)))
                .isEqualTo(TaskCounters.NO_OUTPUTS);
    }

    private static long credits(TaskFixture fixture) {
        return fixture.task.counters(new TaskTimes(0, 0, 0)).credits();
    }
}
