package io.kintsugi.worker.operator;

import io.kintsugi.core.function.KeyFunction;

/** The keys of a step that reads one stream or two, and which of them the current batch is from. */
final class InputKeys {
    private final KeyFunction<Object, Object> first;
    private final KeyFunction<Object, Object> second;
    private KeyFunction<Object, Object> current;
    private int port;

    /** @param second the same as {@code first} for a step with one input */
    InputKeys(KeyFunction<Object, Object> first, KeyFunction<Object, Object> second) {
        this.first = first;
        this.second = second;
        this.current = first;
    }

    /** @param next 0 for the first stream, 1 for the second */
    void port(int next) {
        port = next;
        current = next == 0 ? first : second;
    }

    int port() {
        return port;
    }

    Object key(Object value) throws Exception {
        return current.key(value);
    }
}
