package io.kintsugi.bench.harness;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Decides who runs next: A, B, C, A, B, C, ... so that a slow minute of the machine hits all alike. A contender leaves
 * when it has enough clean rounds, or as many rounds as it may have.
 */
final class Turns {
    private final int cleanRounds;
    private final int roundsMax;
    private final Map<String, Tally> tallies = new LinkedHashMap<>();

    private record Tally(int rounds, int clean) {}

    Turns(List<String> contenders, int cleanRounds, int roundsMax) {
        this.cleanRounds = cleanRounds;
        this.roundsMax = roundsMax;
        contenders.forEach(contender -> tallies.put(contender, new Tally(0, 0)));
    }

    /** Empty when all are through. */
    Optional<String> next() {
        return tallies.entrySet().stream()
                .filter(entry -> open(entry.getValue()))
                .min(Comparator.comparingInt(entry -> entry.getValue().rounds)) // the first of equals
                .map(Map.Entry::getKey);
    }

    void ran(String contender, boolean clean) {
        tallies.computeIfPresent(
                contender, (name, tally) -> new Tally(tally.rounds + 1, tally.clean + (clean ? 1 : 0)));
    }

    private boolean open(Tally tally) {
        return tally.clean < cleanRounds && tally.rounds < roundsMax;
    }
}
