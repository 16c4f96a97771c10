package io.kintsugi.cluster.client;

import static io.kintsugi.core.protocol.PartitionStatus.State.KEPT;
import static io.kintsugi.core.protocol.PartitionStatus.State.LOST;
import static io.kintsugi.core.protocol.PartitionStatus.State.UNWRITTEN;
import static io.kintsugi.core.protocol.PartitionStatus.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.contract.ApiContract;
import io.kintsugi.core.graph.Exchange;
import io.kintsugi.core.graph.Partitioning;
import io.kintsugi.core.layout.GraphOutline;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.JobPicture;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.PartitionStatus;
import io.kintsugi.core.protocol.SuperstepStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.protocol.VertexSample;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class GraphJsonTest {
    @Test
    void tellsHowFarEachStageOfAJobInBatchModeIs() {
        JsonObject graph = graph(Exchange.BLOCKING);

        assertThat(stage(graph, 0)).isEqualTo("FINISHED");
        assertThat(stage(graph, 1)).isEqualTo("RUNNING");
        assertThat(stage(graph, 2)).isEqualTo("WAITING");
        assertThat(graph.getJsonArray("edges").getJsonObject(0).getString("exchange"))
                .isEqualTo("BLOCKING");
        assertThat(problems(graph)).isEmpty();
    }

    @Test
    void tellsWhatAStageKeepsAndWhere() {
        JsonObject graph = graph(Exchange.BLOCKING);

        assertThat(graph.getJsonArray("vertices").getJsonObject(0).getJsonObject("partitions"))
                .isEqualTo(new JsonObject()
                        .put("states", new JsonObject().put("KEPT", 4))
                        .put("nodes", new JsonObject().put("w", 4))
                        .put("lost", 2L)
                        .put("records", 20L)
                        .put("bytes", 400L)
                        .put("readRecords", 10L));
        assertThat(graph.getJsonArray("vertices").getJsonObject(1).getJsonObject("partitions"))
                .isEqualTo(new JsonObject()
                        .put("states", new JsonObject().put("LOST", 2).put("UNWRITTEN", 2))
                        .put("nodes", new JsonObject())
                        .put("lost", 2L)
                        .put("records", 0L)
                        .put("bytes", 0L)
                        .put("readRecords", 0L));
        assertThat(graph.getJsonArray("vertices").getJsonObject(2).containsKey("partitions"))
                .isFalse();
    }

    @Test
    void knowsNoStagesOfAJobInStreamingMode() {
        JsonObject graph = graph(Exchange.PIPELINED);

        assertThat(graph.getJsonArray("vertices").getJsonObject(0).containsKey("stage"))
                .isFalse();
        assertThat(problems(graph)).isEmpty();
    }

    /** read ─▶ left, read ─▶ right, left ─▶ right: that from read to right is neither the only input nor the only output. */
    @Test
    void givesARateToAnEdgeThatIsOneOfSeveralAtBothEnds() {
        GraphOutline outline = new GraphOutline(
                List.of(vertex("read"), vertex("left"), vertex("right")),
                List.of(
                        edge(0, "read", "left", Exchange.PIPELINED),
                        edge(1, "read", "right", Exchange.PIPELINED),
                        edge(2, "left", "right", Exchange.PIPELINED)));
        JobSpec spec = new JobSpec(new JobId("counts", 1), "a.B", Map.of(), null, "");
        JobStatus status = new JobStatus(spec, JobState.RUNNING, 1, 0, 0, null, List.of());
        Map<String, VertexSample> now =
                Map.of("left", new VertexSample(0, 0, 0, 20, 7, 0, 0, Long.MIN_VALUE, VertexSample.UNKNOWN));

        JsonObject graph = GraphJson.write(
                new JobPicture(status, outline, now, new TreeMap<>(Map.of(0, 20.0, 1, 5.0)), List.of()), 2);

        assertThat(graph.getJsonArray("edges"))
                .extracting(edge -> ((JsonObject) edge).getDouble("recordsPerS"))
                .containsExactly(20.0, 5.0, 7.0);
        assertThat(problems(graph)).isEmpty();
    }

    private static String stage(JsonObject graph, int vertex) {
        return graph.getJsonArray("vertices").getJsonObject(vertex).getString("stage");
    }

    private static List<?> problems(JsonObject graph) {
        return ApiContract.load()
                .operation("getGraph")
                .orElseThrow()
                .responses()
                .get(200)
                .schema()
                .orElseThrow()
                .errors(graph, "#");
    }

    /** Three chains of two tasks: all have finished, one waits for its turn again, all wait. */
    private static JsonObject graph(Exchange exchange) {
        GraphOutline outline = new GraphOutline(
                List.of(vertex("read"), vertex("count"), vertex("write")),
                List.of(edge(0, "read", "count", exchange), edge(1, "count", "write", exchange)));
        List<TaskStatus> tasks = new ArrayList<>();
        tasks("read", TaskState.FINISHED, TaskState.FINISHED)
                .forEach(task -> tasks.add(task.with(new PartitionStatus(KEPT, 2, 10, 200, 5, 1))));
        List<TaskStatus> count = tasks("count", TaskState.FINISHED, TaskState.WAITING);
        tasks.add(count.get(0).with(new PartitionStatus(LOST, 2, UNKNOWN, UNKNOWN, UNKNOWN, 2)));
        tasks.add(count.get(1).with(new PartitionStatus(UNWRITTEN, 2, 0, 0, 0, 0)));
        tasks.addAll(tasks("write", TaskState.WAITING, TaskState.WAITING));
        JobSpec spec = new JobSpec(new JobId("counts", 1), "a.B", Map.of(), null, "");
        JobStatus status = new JobStatus(spec, JobState.RUNNING, 1, 0, 0, null, tasks)
                .with(List.of(new SuperstepStatus("ranks", 4, 100, 0.25, true)));
        return GraphJson.write(new JobPicture(status, outline, Map.of(), new TreeMap<>(), List.of()), 2);
    }

    private static GraphOutline.Vertex vertex(String name) {
        return new GraphOutline.Vertex(name, name, GraphOutline.Kind.STEP, 2, false, 0, List.of(name));
    }

    private static GraphOutline.Edge edge(int index, String from, String to, Exchange exchange) {
        return new GraphOutline.Edge(index, from, to, Partitioning.HASH, null, 0, "java.lang.String", exchange);
    }

    private static List<TaskStatus> tasks(String vertex, TaskState first, TaskState second) {
        return List.of(task(vertex, 0, first), task(vertex, 1, second));
    }

    private static TaskStatus task(String vertex, int subtask, TaskState state) {
        AttemptId attempt = AttemptId.first(new TaskId(vertex, subtask));
        return new TaskStatus(attempt, vertex, state, new NodeId("w", "i1"), null, null);
    }
}
