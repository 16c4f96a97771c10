package io.kintsugi.bench.workload;

import java.util.function.Consumer;

/** A word, and how often it came. Public fields: see {@link Bid}. */
public final class WordCount {
    public String word;
    public long count;

    public WordCount() {
        word = "";
    }

    public WordCount(String word, long count) {
        this.word = word;
        this.count = count;
    }

    /** The flatMap of B1: each word of the line, once for each time that it comes. */
    public static void each(String line, Consumer<WordCount> out) {
        int from = 0;
        for (int space = line.indexOf(' '); space >= 0; space = line.indexOf(' ', from)) {
            out.accept(new WordCount(line.substring(from, space), 1));
            from = space + 1;
        }
        out.accept(new WordCount(line.substring(from), 1));
    }

    /** The reduction of B1: both counts of one word together. */
    public WordCount plus(WordCount other) {
        return new WordCount(word, count + other.count);
    }

    /** Of the word and its count. */
    long hash() {
        long hash = count;
        for (int i = 0; i < word.length(); i++) {
            hash = BidGenerator.mix(hash ^ word.charAt(i));
        }
        return BidGenerator.mix(hash);
    }
}
