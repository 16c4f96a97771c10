package io.kintsugi.worker.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TaskRestTest {
    @Test
    void aTaskThatDoesNotComeToRestSaysWhoseConsumersItWaitsFor() {
        TaskFixture fixture = new TaskFixture(TaskBarriersTest.threeInputs(), "mid", TaskSpec.Checkpoints.none(), 4);
        fixture.consuming(false);
        fixture.say("0:a 1:b 2:c");

        fixture.task.settle();
        fixture.say("0:d");

        assertThat(fixture.task.isSettled()).isFalse();
        assertThat(fixture.task.unsettled())
                .isEqualTo("it has nothing in hand; its consumers have not taken all of [e1:0>0]");

        fixture.consuming(true);

        assertThat(fixture.task.isSettled()).isTrue();
        assertThat(fixture.task.unsettled()).isEqualTo("it is at rest");
    }

    /** The next barrier comes before the consumers have taken the last one, again and again. */
    @Test
    void aSourceThatIsToComeToRestDoesSoAlsoWhenOneCheckpointFollowsTheOther() {
        TaskFixture source = new TaskFixture(TaskBarriersTest.threeInputs(), "in", TaskBarriersTest.EXACTLY_ONCE, 4);
        source.consuming(false);
        source.say("trigger5");

        source.task.settle();
        source.say("trigger6");
        source.consuming(true);

        assertThat(source.passedOn()).endsWith("|5");
        assertThat(source.task.isSettled()).isTrue();
    }
}
