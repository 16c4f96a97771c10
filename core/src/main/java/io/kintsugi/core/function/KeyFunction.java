package io.kintsugi.core.function;

/** Takes the key out of a record. Shared between threads: keeps no state. */
@FunctionalInterface
public interface KeyFunction<T, K> extends UserFunction {
    /**
     * Never returns null. The key's {@code hashCode} is the same in every JVM: text, numbers, booleans, UUIDs, enums and
     * records or lists of these are right; an object that inherits {@code Object.hashCode} is refused.
     */
    K key(T value) throws Exception;
}
