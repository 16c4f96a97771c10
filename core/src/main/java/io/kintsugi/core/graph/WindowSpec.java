package io.kintsugi.core.graph;

import io.kintsugi.core.window.Trigger;
import io.kintsugi.core.window.Windows;
import org.jspecify.annotations.Nullable;

/**
 * What a window step was asked for.
 *
 * @param latenessMs how long a window is kept after its end
 * @param early when it speaks before its end, or null for never
 * @param late where late records go
 */
public record WindowSpec(
        Windows windows, long latenessMs, @Nullable Trigger early, LateSides late) {}
