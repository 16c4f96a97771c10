package io.kintsugi.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedEvent.Kind;
import io.kintsugi.core.protocol.LoggedEvent.Level;
import io.kintsugi.core.protocol.LoggedEvent.Subject;
import io.kintsugi.core.protocol.LoggedFailure;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class LogJsonTest {
    private static final JobId JOB = new JobId("clicks", 9_007_199_254_740_993L);
    private static final AttemptId ATTEMPT = new AttemptId(new TaskId("train", 2), 3);
    private static final NodeId NODE = new NodeId("n", "i1");

    static Stream<LoggedEvent> events() {
        return Stream.of(
                new LoggedEvent(1, 5, Level.INFO, Kind.JOB, Subject.of(JOB), "DEPLOYING->RUNNING: all tasks run"),
                new LoggedEvent(2, 6, Level.WARN, Kind.TASK, Subject.of(JOB, ATTEMPT, NODE), "RUNNING->FAILED: no"),
                new LoggedEvent(3, 7, Level.WARN, Kind.RECOVERY, Subject.of(JOB, 12), "recovery 12"),
                new LoggedEvent(4, 8, Level.INFO, Kind.CHECKPOINT, Subject.of(JOB, 481), "savepoint"),
                new LoggedEvent(5, 9, Level.ERROR, Kind.NODE, Subject.of(NODE), "is gone"));
    }

    @ParameterizedTest
    @MethodSource("events")
    void readsTheEventThatItWrote(LoggedEvent event) {
        assertThat(LogJson.readEvent(LogJson.write(event))).isEqualTo(event);
    }

    static Stream<LoggedFailure> failures() {
        Failure failure = new Failure("java.io.IOException", "disk full", "at a.B");
        return Stream.of(new LoggedFailure(1, 5, ATTEMPT, NODE, failure), new LoggedFailure(2, 6, null, null, failure));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void readsTheFailureThatItWrote(LoggedFailure failure) {
        assertThat(LogJson.readFailure(LogJson.write(failure))).isEqualTo(failure);
    }
}
