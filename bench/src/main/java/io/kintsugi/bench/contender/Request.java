package io.kintsugi.bench.contender;

import io.kintsugi.bench.workload.Workload;
import java.util.Locale;

/** A line from the harness to a contender's process: run this. The end of the stream means: stop. */
public record Request(Workload workload, long records) {
    public String line() {
        return String.format(Locale.ROOT, "run %s %d", workload, records);
    }

    /** @throws IllegalArgumentException if the line is no request */
    public static Request parse(String line) {
        String[] words = line.trim().split(" ");
        if (words.length != 3 || !words[0].equals("run")) {
            throw new IllegalArgumentException("expected \"run WORKLOAD RECORDS\", found \"%s\"".formatted(line));
        }
        return new Request(Workload.valueOf(words[1]), Long.parseLong(words[2]));
    }
}
