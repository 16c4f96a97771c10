package io.kintsugi.core.function;

/** Takes the key out of a record. Shared between threads: keeps no state. */
@FunctionalInterface
public interface KeyFunction<T, K> extends UserFunction {
    /**
     * Never returns null. The key's {@code hashCode} is the same in every JVM: text, numbers, booleans, UUIDs, and records
     * or lists of these are right, also an enum as the whole key. An enum inside of a record, an array and an object that
     * inherits {@code Object.hashCode} are not; where the class of the key is known, the job does not build with them.
     */
    K key(T value) throws Exception;
}
