package io.kintsugi.bench.harness;

import io.kintsugi.bench.contender.Noise;
import io.kintsugi.bench.contender.Reply;
import java.util.Locale;

/** One run of one contender over so many records. */
record Round(long records, Reply.Ran ran) {
    double seconds() {
        return ran.result().nanos() / 1e9;
    }

    double millionsPerSecond() {
        return records * 1e3 / ran.result().nanos();
    }

    boolean noisy() {
        return ran.noise().dirty();
    }

    /** For a person who watches. */
    String line() {
        Noise noise = ran.noise();
        return String.format(
                Locale.ROOT,
                "%.2f M/s in %.1f s, own %.2f cores, foreign %.2f, steal %.2f%s",
                millionsPerSecond(),
                seconds(),
                noise.own(),
                noise.foreign(),
                noise.steal(),
                noisy() ? ", NOISY" : "");
    }
}
