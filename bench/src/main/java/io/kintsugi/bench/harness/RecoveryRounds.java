package io.kintsugi.bench.harness;

import io.kintsugi.bench.contender.Reply;
import io.kintsugi.bench.recovery.Outage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What one contender showed in W6.
 *
 * @param rounds all of them, also the noisy ones
 */
record RecoveryRounds(String contender, List<Reply.Endured> rounds) {
    static final List<String> COLUMNS = List.of(
            "contender",
            "back, ms",
            "others' longest gap, ms",
            "baseline gap, ms",
            "others' throughput, %",
            "rounds, clean");

    /** What the others are to keep of their throughput. */
    private static final double SHARE_MIN = 0.95;

    RecoveryRounds {
        rounds = List.copyOf(rounds);
    }

    /** Medians, and the extremes where they matter. */
    List<String> row() {
        return List.of(
                contender,
                spread(Outage::backMs),
                spread(Outage::gapMs),
                spread(Outage::baselineGapMs),
                "%.1f".formatted(100 * median(Outage::othersShare)),
                rounds.size() + ", " + clean().size());
    }

    /** Whether the others kept as much of their throughput as they are to, in the median. */
    String verdict() {
        double share = median(Outage::othersShare);
        return "%s: the others kept %.1f %% of their throughput, %.0f %% are wanted: %s"
                .formatted(contender, 100 * share, 100 * SHARE_MIN, share >= SHARE_MIN ? "met" : "MISSED");
    }

    private String spread(ToDoubleFunction<Outage> figure) {
        List<Double> sorted = sorted(figure);
        return "%.0f (%.0f-%.0f)".formatted(median(figure), sorted.get(0), sorted.get(sorted.size() - 1));
    }

    private double median(ToDoubleFunction<Outage> figure) {
        List<Double> sorted = sorted(figure);
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** Of the clean rounds if there are any, else of all, and the table says so. */
    private List<Double> sorted(ToDoubleFunction<Outage> figure) {
        List<Double> figures = new ArrayList<>();
        for (Reply.Endured round : clean().isEmpty() ? rounds : clean()) {
            figures.add(figure.applyAsDouble(round.outage()));
        }
        figures.sort(Comparator.naturalOrder());
        return figures;
    }

    private List<Reply.Endured> clean() {
        return rounds.stream().filter(round -> !round.noise().dirty()).toList();
    }
}
