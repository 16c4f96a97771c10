package io.kintsugi.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IdentitiesTest {
    @Test
    void taskIdsAreReadAsTheyArePrinted() {
        TaskId task = new TaskId("train", 12);

        assertThat(task).hasToString("train[12]");
        assertThat(TaskId.parse("train[12]")).isEqualTo(task);
    }

    @Test
    void refusesWhatIsNoTaskId() {
        for (String text :
                List.of("", "train", "train[]", "train[x]", "[1]", "train[1", "train[-1]", "a b[1]", "t[1]x")) {
            assertThatIllegalArgumentException().as(text).isThrownBy(() -> TaskId.parse(text));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TaskId.parse("train"))
                .withMessage("task 'train': expected the form step[subtask], such as train[2]");
    }

    @Test
    void taskIdsAreOrderedByStepAndThenByNumber() {
        assertThat(Stream.of(new TaskId("b", 0), new TaskId("a", 10), new TaskId("a", 9))
                        .sorted())
                .extracting(TaskId::toString)
                .containsExactly("a[9]", "a[10]", "b[0]");
    }

    @Test
    void attemptsCountFromOne() {
        AttemptId first = AttemptId.first(new TaskId("train", 2));

        assertThat(first).hasToString("train[2]@1");
        assertThat(first.next().number()).isEqualTo(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AttemptId(first.task(), 0))
                .withMessage("task train[2]: attempt 0 is below 1");
    }

    @Test
    void channelsAreOrderedByEdgeProducerAndConsumer() {
        assertThat(Stream.of(
                                new ChannelId(1, 0, 0),
                                new ChannelId(0, 1, 0),
                                new ChannelId(0, 0, 1),
                                new ChannelId(0, 0, 0))
                        .sorted())
                .extracting(ChannelId::toString)
                .containsExactly("e0:0>0", "e0:0>1", "e0:1>0", "e1:0>0");
    }

    @Test
    void jobsCountTheirRunsFromOne() {
        assertThat(new JobId("clicks", 3)).hasToString("clicks#3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new JobId("clicks", 0))
                .withMessage("job clicks: run 0 is below 1");
    }

    @Test
    void termsOnlyRise() {
        assertThat(Term.NONE.next()).isEqualTo(new Term(1)).isGreaterThan(Term.NONE);
        assertThatIllegalArgumentException().isThrownBy(() -> new Term(-1));
    }

    @Test
    void aTerminalStateIsLeftByNobody() {
        for (JobState state : JobState.values()) {
            boolean stays = Stream.of(JobState.values()).noneMatch(state::canBecome);
            assertThat(state.isTerminal()).as(state.name()).isEqualTo(stays);
        }
    }
}
