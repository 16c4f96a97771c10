package io.kintsugi.core;

import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.StepContext;

/** A sink that drops what it gets. */
public final class Discard<T> implements Sink<T> {
    @Override
    public SinkWriter<T> writer(StepContext context) {
        return (value, timestamp) -> {};
    }
}
