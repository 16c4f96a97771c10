package io.kintsugi.cluster.client;

import io.kintsugi.core.layout.GraphLayout;
import io.kintsugi.core.layout.GraphOutline;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.JobPicture;
import io.kintsugi.core.protocol.LossEntry;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.protocol.VertexSample;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How the graph of a job looks in JSON, by the rules of {@link JobJson}. */
public final class GraphJson {
    private GraphJson() {}

    /** A job that runs, or has run. */
    public static JsonObject write(JobPicture picture, long nowMs) {
        GraphOutline outline = picture.outline();
        JsonArray vertices = new JsonArray();
        outline.vertices().forEach(vertex -> vertices.add(live(vertex, picture)));
        JsonArray edges = new JsonArray();
        outline.edges().forEach(edge -> edges.add(live(edge, picture)));
        JsonObject head = new JsonObject()
                .put("job", picture.status().spec().id().name())
                .put("run", Long.toString(picture.status().spec().id().run()))
                .put("state", picture.status().state().name())
                .put("at", Instant.ofEpochMilli(nowMs).toString());
        return SuperstepJson.put(head, picture.status().iterations())
                .put("vertices", vertices)
                .put("edges", edges)
                .put("layout", layout(outline));
    }

    /** A vertex as it is planned. */
    static JsonObject vertex(GraphOutline.Vertex vertex) {
        return new JsonObject()
                .put("name", vertex.name())
                .put("label", vertex.label())
                .put("kind", vertex.kind().name())
                .put("parallelism", vertex.parallelism())
                .put("blocking", vertex.blocking())
                .put("standby", vertex.standby())
                .put("steps", new JsonArray(vertex.steps()));
    }

    /** An edge as it is planned. */
    static JsonObject edge(GraphOutline.Edge edge) {
        JsonObject json = new JsonObject()
                .put("id", edge.id())
                .put("from", edge.from())
                .put("to", edge.to())
                .put("partitioning", edge.partitioning().name())
                .put("exchange", edge.exchange().name())
                .put("recordType", edge.recordType());
        if (edge.port() > 0) {
            json.put("port", edge.port());
        }
        return edge.side() == null ? json : json.put("side", edge.side());
    }

    static JsonObject layout(GraphOutline outline) {
        GraphLayout layout = GraphLayout.of(outline);
        JsonArray boxes = new JsonArray();
        layout.boxes().forEach(box -> boxes.add(box(box)));
        JsonArray lines = new JsonArray();
        layout.lines().forEach(line -> lines.add(line(line)));
        return new JsonObject()
                .put("width", layout.width())
                .put("height", layout.height())
                .put("vertices", boxes)
                .put("edges", lines);
    }

    private static JsonObject box(GraphLayout.Box box) {
        return new JsonObject()
                .put("name", box.vertex())
                .put("layer", box.layer())
                .put("rank", box.rank())
                .put("x", box.x())
                .put("y", box.y())
                .put("width", box.width())
                .put("height", box.height());
    }

    private static JsonObject line(GraphLayout.Line line) {
        JsonArray points = new JsonArray();
        line.points()
                .forEach(
                        point -> points.add(new JsonObject().put("x", point.x()).put("y", point.y())));
        return new JsonObject().put("id", "e" + line.edge()).put("points", points);
    }

    private static JsonObject live(GraphOutline.Vertex vertex, JobPicture picture) {
        VertexSample now = picture.now().getOrDefault(vertex.name(), VertexSample.NONE);
        List<TaskStatus> those = picture.status().tasks().stream()
                .filter(task -> task.attempt().task().vertex().equals(vertex.name()))
                .toList();
        JsonArray tasks = new JsonArray();
        Map<String, Object> taskStates = new TreeMap<>();
        for (TaskStatus task : those) {
            tasks.add(dot(task));
            taskStates.merge(task.state().name(), 1, (a, b) -> (Integer) a + (Integer) b);
        }
        JsonObject json = vertex(vertex)
                .put("taskStates", new JsonObject(taskStates))
                .put("tasks", tasks)
                .put("recordsIn", now.recordsIn())
                .put("recordsOut", now.recordsOut())
                .put("late", now.late())
                .put("recordsInPerS", tenths(now.recordsInPerS()))
                .put("recordsOutPerS", tenths(now.recordsOutPerS()))
                .put("busy", thousandths(now.busy()))
                .put("backPressured", thousandths(now.backPressured()));
        if (picture.outline().isStaged()) {
            json.put("stage", stage(taskStates.keySet()));
            PartitionJson.putSum(json, those);
        }
        if (now.watermark() != Long.MIN_VALUE) {
            json.put("watermark", Instant.ofEpochMilli(now.watermark()).toString());
        }
        return now.stateBytes() == VertexSample.UNKNOWN ? json : json.put("stateBytes", now.stateBytes());
    }

    /** @param taskStates those that its tasks are in */
    private static String stage(Set<String> taskStates) {
        if (taskStates.equals(Set.of(TaskState.WAITING.name()))) {
            return "WAITING";
        }
        return taskStates.equals(Set.of(TaskState.FINISHED.name())) ? "FINISHED" : "RUNNING";
    }

    private static JsonObject dot(TaskStatus task) {
        return new JsonObject()
                .put("id", task.attempt().task().toString())
                .put("subtask", task.attempt().task().subtask())
                .put("attempt", task.attempt().number())
                .put("restarts", task.restarts())
                .put("state", task.state().name())
                .put("node", TaskJson.node(task.worker()));
    }

    private static JsonObject live(GraphOutline.Edge edge, JobPicture picture) {
        JsonObject json = edge(edge);
        rate(edge, picture).ifPresent(perS -> json.put("recordsPerS", tenths(perS)));
        List<LossEntry> losses = picture.losses().stream()
                .filter(entry -> entry.range().channel().edge() == edge.index())
                .filter(entry -> entry.state() != LossEntry.State.REPAIRED)
                .filter(entry -> entry.range().kind().isLost())
                .toList();
        return json.put(
                        "lost",
                        losses.stream()
                                .mapToLong(entry -> entry.range().count())
                                .sum())
                .put(
                        "least",
                        losses.stream()
                                .mapToLong(entry -> entry.range().least())
                                .sum());
    }

    /** What the consumer takes if it is its only edge, else what the producer writes to it. */
    private static OptionalDouble rate(GraphOutline.Edge edge, JobPicture picture) {
        List<GraphOutline.Edge> edges = picture.outline().edges();
        if (edges.stream().filter(one -> one.to().equals(edge.to())).count() == 1) {
            return OptionalDouble.of(
                    picture.now().getOrDefault(edge.to(), VertexSample.NONE).recordsInPerS());
        }
        boolean onlyOutput =
                edges.stream().filter(one -> one.from().equals(edge.from())).count() == 1;
        return onlyOutput
                ? OptionalDouble.of(picture.now()
                        .getOrDefault(edge.from(), VertexSample.NONE)
                        .recordsOutPerS())
                : Stream.ofNullable(picture.writtenPerS().get(edge.index()))
                        .mapToDouble(Double::doubleValue)
                        .findFirst();
    }

    static double tenths(double value) {
        return Math.round(value * 10) / 10.0;
    }

    static double thousandths(double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }
}
