package io.kintsugi.core.function;

import java.lang.invoke.MethodType;

/** Records and state are objects: {@code long.class}, which Java takes for a {@code Class<Long>}, stands for its box. */
final class Boxes {
    private Boxes() {}

    @SuppressWarnings("unchecked") // Class<T> of a primitive has its box for T.
    static <T> Class<T> boxed(Class<T> type) {
        return (Class<T>) MethodType.methodType(type).wrap().returnType();
    }
}
