package io.kintsugi.core.function;

/**
 * Sums up the records of a window as they come, so that none needs to be kept. Shared between threads: keeps no state.
 *
 * @param <A> what is kept for each key and window; may be changed in place
 */
public interface AggregateFunction<T, A, V> extends UserFunction {
    /** Of no records; new at each call if it is changed in place. */
    A create();

    /** Returns {@code accumulator} with one more record; may change and return it. */
    A add(T value, A accumulator);

    /** Returns both together; may change and return {@code into}, never {@code other}. */
    A merge(A into, A other);

    /** What the window says. It may be asked again when more has come, so it does not change {@code accumulator}. */
    V result(A accumulator);
}
