package io.kintsugi.worker.exchange;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Barrier;
import io.kintsugi.core.element.ClockTick;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.Idle;
import io.kintsugi.core.element.LatencyMarker;
import io.kintsugi.core.element.RequiresPipelinedException;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.ChannelId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ServedPartitionTest {
    private final ServedPartition partition = new ServedPartition(
            new ServedPartition.End(new ChannelId(0, 0, 0), plan().edges().get(0), 1),
            ChannelSettings.defaults(),
            BatchStorage.none(),
            frame -> {});

    private static Plan plan() {
        JobDraft draft = Job.named("kept");
        draft.source("read", new Numbers()).rebalance().sink("write", context -> (Long value, long timestamp) -> {});
        return Plan.of(draft.build().graph());
    }

    static List<ControlElement> pipelined() {
        return List.of(
                new Barrier(1, 0),
                Idle.INSTANCE,
                new ClockTick(1),
                new LatencyMarker(0, 1),
                new UserEvent(new UserEvent.Origin("read", 0, 1, 1), "told"));
    }

    @ParameterizedTest
    @MethodSource("pipelined")
    void refusesAtRunTimeWithTheMessageOfThePlan(ControlElement element) {
        assertThatThrownBy(() -> partition.write(element))
                .isInstanceOf(RequiresPipelinedException.class)
                .hasMessageStartingWith("the blocking exchange from 'read' to 'write' would have to keep ")
                .hasMessageContaining("which requires a pipelined one since ")
                .hasMessageEndingWith(", or choose mode(STREAMING)");
    }

    @Test
    void leavesOutWhatIsSaidAboutTimeBeforeTheEnd() {
        assertThatCode(() -> partition.write(new Watermark(7))).doesNotThrowAnyException();
    }

    private static final class Numbers implements Source<Long, Long> {
        @Override
        public SourceReader<Long, Long> reader(StepContext context) {
            throw new UnsupportedOperationException("this job is not run");
        }
    }
}
