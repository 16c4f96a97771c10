package io.kintsugi.testkit.chaos;

import java.util.ArrayList;
import java.util.List;

/**
 * The nodes of a run: coordinators {@code c1}, {@code c2}, ... that also answer over HTTP, and workers {@code w1}, {@code w2}, ...
 *
 * @param slots of each worker; with more than the jobs need, they go on while a worker is away
 */
public record Shape(int coordinators, int workers, int slots) {
    private static final int NODES_MAX = 200;

    public Shape {
        if (coordinators < 1 || workers < 1 || coordinators + workers > NODES_MAX) {
            throw new IllegalArgumentException(
                    "expected at least one of each, and at most %d: %d coordinators, %d workers"
                            .formatted(NODES_MAX, coordinators, workers));
        }
    }

    public List<String> coordinatorNames() {
        return names("c", coordinators);
    }

    public List<String> workerNames() {
        return names("w", workers);
    }

    /** All of them. */
    public List<String> names() {
        List<String> names = new ArrayList<>(coordinatorNames());
        names.addAll(workerNames());
        return names;
    }

    /** More than half of the coordinators. Of two it is one, so that the other one can lead when it is gone. */
    public int quorum() {
        return coordinators == 2 ? 1 : coordinators / 2 + 1;
    }

    private static List<String> names(String prefix, int count) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            names.add(prefix + i);
        }
        return names;
    }
}
