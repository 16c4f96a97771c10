package io.kintsugi.cluster.client;

import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.JobMetrics;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.VertexSample;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How the metrics of a job look in JSON, by the rules of {@link JobJson}: one array for each figure, as charts take them. */
public final class MetricsJson {
    private MetricsJson() {}

    public static JsonObject write(JobMetrics metrics) {
        JsonArray vertices = new JsonArray();
        metrics.vertices().forEach(series -> vertices.add(series(series)));
        JsonArray recoveries = new JsonArray();
        metrics.recoveries().forEach(recovery -> recoveries.add(mark(recovery)));
        return new JsonObject()
                .put("job", metrics.job().name())
                .put("run", Long.toString(metrics.job().run()))
                .put("stepMs", metrics.stepMs())
                .put(
                        "times",
                        new JsonArray(metrics.timesMs().stream()
                                .map(MetricsJson::time)
                                .toList()))
                .put("vertices", vertices)
                .put("recoveries", recoveries);
    }

    private static JsonObject series(JobMetrics.Series series) {
        List<VertexSample> points = series.points();
        return new JsonObject()
                .put("name", series.vertex())
                .put("recordsIn", column(points, VertexSample::recordsIn))
                .put("recordsOut", column(points, VertexSample::recordsOut))
                .put("late", column(points, VertexSample::late))
                .put("recordsInPerS", column(points, point -> GraphJson.tenths(point.recordsInPerS())))
                .put("recordsOutPerS", column(points, point -> GraphJson.tenths(point.recordsOutPerS())))
                .put("busy", column(points, point -> GraphJson.thousandths(point.busy())))
                .put("backPressured", column(points, point -> GraphJson.thousandths(point.backPressured())))
                .put(
                        "watermark",
                        column(points, point -> point.watermark() == Long.MIN_VALUE ? null : time(point.watermark())))
                .put(
                        "stateBytes",
                        column(
                                points,
                                point -> point.stateBytes() == VertexSample.UNKNOWN ? null : point.stateBytes()));
    }

    private static JsonArray column(List<VertexSample> points, Function<VertexSample, @Nullable Object> figure) {
        return new JsonArray(points.stream().map(figure).toList());
    }

    private static JsonObject mark(RecoveryStatus recovery) {
        Map<RecoveryStage, Long> timeline = recovery.timeline();
        JsonObject json = new JsonObject()
                .put("id", Long.toString(recovery.id()))
                .put("strategy", Words.of(recovery.strategy()))
                .put("state", recovery.state().name())
                .put("from", time(timeline.values().iterator().next()));
        Long over = timeline.get(RecoveryStage.RECONNECTED);
        return over == null ? json : json.put("until", time(over));
    }

    private static String time(long atMs) {
        return Instant.ofEpochMilli(atMs).toString();
    }
}
