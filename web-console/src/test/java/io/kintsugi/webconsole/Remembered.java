package io.kintsugi.webconsole;

import io.kintsugi.core.layout.GraphOutline;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobMetrics;
import io.kintsugi.core.protocol.JobPicture;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedEvent.Kind;
import io.kintsugi.core.protocol.LoggedEvent.Level;
import io.kintsugi.core.protocol.LoggedEvent.Subject;
import io.kintsugi.core.protocol.LoggedFailure;
import io.kintsugi.core.protocol.VertexSample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What a leader would remember, with a value in each field that an answer may have, and one without. */
final class Remembered {
    private static final VertexSample NOW = new VertexSample(10, 20, 1, 1.25, 2.5, 0.5, 0.25, 1_700_000_000_000L, 77);
    private static final JobId JOB = new JobId("numbers", 1);
    private static final AttemptId ATTEMPT = AttemptId.first(new TaskId("read", 0));
    private static final NodeId NODE = new NodeId("n1", "w0");
    private static final Failure FAILURE = new Failure("java.lang.IllegalStateException", "no", "at a.B");

    static final List<LoggedFailure> FAILURES =
            List.of(new LoggedFailure(2, 5, ATTEMPT, NODE, FAILURE), new LoggedFailure(1, 4, null, null, FAILURE));

    private Remembered() {}

    static JobPicture picture(JobStatus status, GraphOutline outline) {
        Map<String, VertexSample> now = new LinkedHashMap<>();
        now.put("read", NOW);
        return new JobPicture(status, outline, now, new TreeMap<>(), Recovered.LOSS.entries());
    }

    static JobMetrics metrics(JobStatus status, long stepMs) {
        JobMetrics.Series series = new JobMetrics.Series("read", List.of(VertexSample.NONE, NOW));
        return new JobMetrics(
                status.spec().id(), stepMs, List.of(1_000L, 2_000L), List.of(series), List.of(Recovered.RECOVERY));
    }

    static List<LoggedEvent> events(int limit) {
        return List.of(
                        new LoggedEvent(4, 9, Level.ERROR, Kind.NODE, Subject.of(NODE), "is gone"),
                        new LoggedEvent(3, 8, Level.WARN, Kind.TASK, Subject.of(JOB, ATTEMPT, NODE), "failed"),
                        new LoggedEvent(2, 7, Level.INFO, Kind.RECOVERY, Subject.of(JOB, 1), "recovery 1 DONE"),
                        new LoggedEvent(1, 6, Level.INFO, Kind.CHECKPOINT, Subject.of(JOB, 3), "complete"))
                .stream()
                .limit(limit)
                .toList();
    }
}
