package io.kintsugi.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.recovery.AlignmentMode;
import org.junit.jupiter.api.Test;

class TaskCreditsTest {
    private static final TaskSpec.Barriers BARRIERS = new TaskSpec.Barriers(AlignmentMode.EXACTLY_ONCE, 4);
    private static final ChannelSettings FOUR_FRAMES = new ChannelSettings(4, 1_000, 32_768, 16_777_216, 5, 500, 2_500);

    @Test
    void tellsHowManyFramesItsConsumerHasRoomFor() {
        TaskFixture fixture = new TaskFixture(TaskBarriersTest.threeInputs(), "mid", BARRIERS, FOUR_FRAMES);
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
        assertThat(credits(new TaskFixture(TaskBarriersTest.threeInputs(), "out", BARRIERS)))
                .isEqualTo(TaskCounters.NO_OUTPUTS);
    }

    private static long credits(TaskFixture fixture) {
        return fixture.task.counters(new TaskTimes(0, 0, 0)).credits();
    }
}
