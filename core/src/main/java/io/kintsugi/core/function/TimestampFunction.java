package io.kintsugi.core.function;

/** Takes the event time out of a record. Shared between threads: keeps no state. */
@FunctionalInterface
public interface TimestampFunction<T> extends UserFunction {
    /** Milliseconds since 1970, above {@code Long.MIN_VALUE}; what it throws fails the task. */
    long timestamp(T value) throws Exception;
}
