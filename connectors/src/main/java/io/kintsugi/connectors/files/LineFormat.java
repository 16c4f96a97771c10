package io.kintsugi.connectors.files;

import io.kintsugi.core.function.UserFunction;

/** Makes the text of a line, without its end. Shared between threads: keeps no state. */
@FunctionalInterface
public interface LineFormat<T> extends UserFunction {
    String format(T value) throws Exception;
}
