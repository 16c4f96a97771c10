package io.kintsugi.webconsole.live;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What somebody wants to watch.
 *
 * @param text as in requests: {@code overview}, or {@code job:clicks}
 */
public record Topic(String text) implements Comparable<Topic> {
    private static final String JOB = "job:";

    /** Topics as they stand in a request, which has been held against the contract; each once. */
    public static List<Topic> list(String texts) {
        return Stream.of(texts.split(",")).distinct().map(Topic::new).toList();
    }

    /** The job that it is about; empty for the overview. */
    Optional<String> job() {
        return text.startsWith(JOB) ? Optional.of(text.substring(JOB.length())) : Optional.empty();
    }

    @Override
    public int compareTo(Topic other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
