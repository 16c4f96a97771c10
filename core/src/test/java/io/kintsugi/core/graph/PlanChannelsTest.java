package io.kintsugi.core.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.Discard;
import io.kintsugi.core.Numbers;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskId;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Which tasks there are, and by which channels they are connected. */
class PlanChannelsTest {
    private final JobDraft draft = Job.named("clicks");
    private final Stream<Long> numbers = draft.source("read", new Numbers()).parallelism(2);

    @Test
    void countsTasksVertexByVertex() {
        numbers.map("plus", n -> n + 1)
                .parallelism(3)
                .sink("write", new Discard<>())
                .parallelism(1);

        assertThat(plan().tasks())
                .extracting(TaskId::toString)
                .containsExactly("read[0]", "read[1]", "plus[0]", "plus[1]", "plus[2]", "write[0]");
    }

    @Test
    void forwardConnectsEqualSubtasks() {
        numbers.forward().sink("write", new Discard<>()).startNewChain();

        Plan plan = plan();

        assertThat(texts(plan.outputs(new TaskId("read", 1)))).containsExactly("e0:1>1");
        assertThat(texts(plan.inputs(new TaskId("write", 0)))).containsExactly("e0:0>0");
    }

    @Test
    void rebalanceHashAndBroadcastConnectAllWithAll() {
        numbers.rebalance().sink("rebalanced", new Discard<>()).parallelism(3);
        numbers.keyBy(n -> n).unkeyed().sink("hashed", new Discard<>()).parallelism(3);
        numbers.broadcast().sink("copied", new Discard<>()).parallelism(3);

        Plan plan = plan();

        assertThat(texts(plan.outputs(new TaskId("read", 1))))
                .containsExactly(
                        "e0:1>0", "e0:1>1", "e0:1>2", "e1:1>0", "e1:1>1", "e1:1>2", "e2:1>0", "e2:1>1", "e2:1>2");
        assertThat(texts(plan.inputs(new TaskId("hashed", 2)))).containsExactly("e1:0>2", "e1:1>2");
    }

    @Test
    void aUnionWithItselfHasTwoChannelsBetweenTheSameTasks() {
        numbers.union(numbers).sink("write", new Discard<>());

        assertThat(texts(plan().inputs(new TaskId("write", 1)))).containsExactly("e0:1>1", "e1:1>1");
    }

    @Test
    void everyChannelIsAnOutputOfItsProducerAndAnInputOfItsConsumer() {
        Stream<Long> wide = numbers.map("wide", n -> n).parallelism(4);
        wide.union(numbers.broadcast())
                .keyBy(n -> n)
                .unkeyed()
                .sink("write", new Discard<>())
                .parallelism(3);
        numbers.forward().sink("local", new Discard<>());
        Plan plan = plan();

        TreeSet<ChannelId> outputs = new TreeSet<>();
        TreeSet<ChannelId> inputs = new TreeSet<>();
        for (TaskId task : plan.tasks()) {
            for (ChannelId channel : plan.outputs(task)) {
                assertThat(outputs.add(channel)).as("%s once", channel).isTrue();
                assertThat(plan.producer(channel)).isEqualTo(task);
                assertThat(plan.inputs(plan.consumer(channel))).contains(channel);
            }
            inputs.addAll(plan.inputs(task));
        }

        assertThat(inputs).isEqualTo(outputs).hasSize(2 * 4 + 4 * 3 + 2 * 3 + 2);
    }

    private Plan plan() {
        return Plan.of(draft.build().graph());
    }

    private static List<String> texts(List<ChannelId> channels) {
        return channels.stream().map(ChannelId::toString).toList();
    }
}
