package io.kintsugi.core.protocol;

import io.kintsugi.core.layout.GraphOutline;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A job as a graph with what is known of it now.
 *
 * @param now by vertex
 * @param losses all that are kept
 */
public record JobPicture(
        JobStatus status, GraphOutline outline, Map<String, VertexSample> now, List<LossEntry> losses) {
    public JobPicture {
        now = Collections.unmodifiableMap(new LinkedHashMap<>(now));
        losses = List.copyOf(losses);
    }
}
