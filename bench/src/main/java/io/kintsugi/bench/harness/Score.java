package io.kintsugi.bench.harness;

import java.util.List;

/**
 * What one contender reached in one workload.
 *
 * @param rounds all of them, also the noisy ones
 */
record Score(String contender, List<Round> rounds) {
    Score {
        if (rounds.isEmpty()) {
            throw new IllegalArgumentException("no rounds of " + contender);
        }
    }

    int clean() {
        return (int) rounds.stream().filter(round -> !round.noisy()).count();
    }

    /** In millions of records per second, as are {@link #min} and {@link #max}. */
    double median() {
        List<Double> sorted = speeds();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    double min() {
        return speeds().get(0);
    }

    double max() {
        List<Double> sorted = speeds();
        return sorted.get(sorted.size() - 1);
    }

    /** Ascending; of the clean rounds if there are any, else of all, and the report says so. */
    private List<Double> speeds() {
        boolean anyClean = clean() > 0;
        return rounds.stream()
                .filter(round -> !anyClean || !round.noisy())
                .map(Round::millionsPerSecond)
                .sorted()
                .toList();
    }
}
