package io.kintsugi.core.protocol;

import io.kintsugi.core.model.JobId;
import java.util.List;

/**
 * What a job has done lately.
 *
 * @param stepMs between two points
 * @param timesMs of the points, milliseconds since 1970, oldest first; a step of which nothing is known has no point
 * @param vertices in the order of the plan
 * @param recoveries that were under way within the window, oldest first
 */
public record JobMetrics(
        JobId job, long stepMs, List<Long> timesMs, List<Series> vertices, List<RecoveryStatus> recoveries) {
    /** @param points one for each time */
    public record Series(String vertex, List<VertexSample> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    public JobMetrics {
        timesMs = List.copyOf(timesMs);
        vertices = List.copyOf(vertices);
        recoveries = List.copyOf(recoveries);
    }
}
