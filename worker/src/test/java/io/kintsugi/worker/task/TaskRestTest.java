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
}
