package io.kintsugi.core.protocol;

import io.kintsugi.core.layout.GraphOutline;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A job as a graph with what is known of it now.
 *
 * @param now by vertex
 * @param writtenPerS records per second by index of the edge, of those whose producer writes to several
 * @param losses all that are kept
 */
public record JobPicture(
        JobStatus status,
        GraphOutline outline,
        Map<String, VertexSample> now,
        SortedMap<Integer, Double> writtenPerS,
        List<LossEntry> losses) {
    public JobPicture {
        writtenPerS = Collections.unmodifiableSortedMap(new TreeMap<>(writtenPerS));
        now = Collections.unmodifiableMap(new LinkedHashMap<>(now));
        losses = List.copyOf(losses);
    }
}
