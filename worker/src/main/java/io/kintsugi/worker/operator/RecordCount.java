package io.kintsugi.worker.operator;

/** Counts records at an end of the job, where no channel counts them. Written by the task's thread only. */
public final class RecordCount {
    private long records;

    void add(long count) {
        records += count;
    }

    public long records() {
        return records;
    }
}
