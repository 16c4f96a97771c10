package io.kintsugi.testkit.chaos;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A job that runs while things happen to its cluster, and what has to be true of its results, by somebody outside of it. */
public interface ChaosJob {
    /** The job's name in the cluster. */
    String name();

    /** What it promises, in a few words, such as {@code exactly once under region}. */
    String promise();

    /** The arguments of {@code kintsugi submit}. */
    List<String> submission() throws IOException;

    /** Nothing more will happen: a job that waits for that may come to its end now. */
    default void release() throws IOException {
        // Most jobs end by themselves.
    }

    /**
     * Compares what it has left behind with what it should have. Called when it has finished.
     *
     * @param loss the cluster's own account of the job's losses, as {@code GET /jobs/NAME/loss} gives it
     */
    Findings judge(JsonObject loss) throws IOException;

    /**
     * @param figures for people, such as how many records were missing
     * @param problems what is not as it was promised; empty if all is well
     */
    record Findings(Map<String, Long> figures, List<String> problems) {
        public Findings {
            figures = new TreeMap<>(figures);
            problems = List.copyOf(problems);
        }

        /** Compares lists of all that should be there and of all that is, in which nothing may miss or be double. */
        public static Findings exactlyOnce(List<String> expected, List<String> found) {
            Map<String, Integer> left = new TreeMap<>();
            expected.forEach(line -> left.merge(line, 1, Integer::sum));
            found.forEach(line -> left.merge(line, -1, Integer::sum));
            long missing = left.values().stream()
                    .filter(count -> count > 0)
                    .mapToLong(count -> count)
                    .sum();
            long more = -left.values().stream()
                    .filter(count -> count < 0)
                    .mapToLong(count -> count)
                    .sum();
            return new Findings(
                    Map.of("expected", (long) expected.size(), "missing", missing, "too many", more),
                    missing + more == 0
                            ? List.of()
                            : List.of("%d of %d lines are missing, %d are too many, such as '%s'"
                                    .formatted(missing, expected.size(), more, example(left))));
        }

        private static String example(Map<String, Integer> left) {
            return left.entrySet().stream()
                    .filter(line -> line.getValue() != 0)
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse("");
        }
    }
}
