package io.kintsugi.bench.workload;

import java.io.Serializable;

/** What the sources of a workload emit. Engines ship it to where its sources run. */
public interface Records<T> extends Serializable {
    /** The first bids of every stream are these, so that all runs of all days are about the same records. */
    long SEED = 42;

    /** Record {@code i}, from 0: a pure function of (seed, i), so that every engine reads the same, in any split. */
    T record(long i);

    /** Event time, ms from 0. */
    long timestampMs(T value);
}
