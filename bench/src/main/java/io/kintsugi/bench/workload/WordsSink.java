package io.kintsugi.bench.workload;

/** The sink of B1, which gets each word once: another number of words, or other counts, make another sum. */
public final class WordsSink implements EndingSink<WordCount> {
    private long words;
    private long sum;

    @Override
    public void accept(WordCount word) {
        words++;
        sum += word.hash();
    }

    @Override
    public void end() {
        Meter.current().sinkEnded(words, sum);
    }
}
