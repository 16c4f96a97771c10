package io.kintsugi.core.graph;

import io.kintsugi.core.type.RecordType;
import java.util.List;

/**
 * Classes of what a step keeps by key, beside the state that its function declares.
 *
 * @param kept of each input, what a step with windows or a join keeps: its records, or the accumulator that they go into
 */
public record KeyedTypes(RecordType key, List<RecordType> kept) {
    public KeyedTypes {
        kept = List.copyOf(kept);
    }
}
