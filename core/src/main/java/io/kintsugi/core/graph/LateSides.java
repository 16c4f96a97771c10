package io.kintsugi.core.graph;

import io.kintsugi.core.function.SideOutput;
import org.jspecify.annotations.Nullable;

/**
 * Where a step sends late records, beside counting them.
 *
 * @param first for those of its first input, or of its only one; null where they are only counted
 * @param second for those of its second input; null where they are only counted
 */
public record LateSides(
        @Nullable SideOutput<?> first, @Nullable SideOutput<?> second) {
    /** Late records are only counted. */
    public static LateSides none() {
        return new LateSides(null, null);
    }

    /** @param port 0 for the first input, 1 for the second */
    public @Nullable SideOutput<?> of(int port) {
        return port == 0 ? first : second;
    }

    public boolean isEmpty() {
        return first == null && second == null;
    }
}
