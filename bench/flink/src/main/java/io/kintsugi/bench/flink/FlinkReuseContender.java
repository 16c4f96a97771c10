package io.kintsugi.bench.flink;

/** Flink with object reuse: chained operators hand records on uncopied, which is unsafe if one keeps them. */
public final class FlinkReuseContender extends FlinkContender {
    public FlinkReuseContender() {
        super("flink-reuse", true);
    }
}
