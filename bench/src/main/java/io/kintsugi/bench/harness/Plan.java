package io.kintsugi.bench.harness;

import io.kintsugi.bench.workload.Workload;
import java.util.List;
import java.util.OptionalLong;

/**
 * What to run, the same for every workload.
 *
 * @param rounds clean ones wanted of each contender; noisy ones are repeated until there were twice as many in all
 * @param warmUpS of running in each JVM before its first round
 * @param roundLengthS about how long a round takes: the runs before it tell how many records that needs
 * @param records of a round, for all contenders, instead of roundLengthS
 */
public record Plan(
        List<ContenderSpec> contenders, int rounds, double warmUpS, double roundLengthS, OptionalLong records) {
    private static final int ROUNDS_MAX_FACTOR = 2;
    private static final long RECORDS_MIN = 100_000;

    /** Above it the oracle would take longer than the round. */
    private static final long RECORDS_MAX = 400_000_000;

    public Plan {
        if (contenders.isEmpty() || rounds < 1 || roundLengthS <= 0 || records.orElse(1) < 1) {
            throw new IllegalArgumentException("a plan needs a contender, a round, and a length of rounds above 0");
        }
    }

    /**
     * The same with those only that take part.
     *
     * @throws IllegalArgumentException if there are none
     */
    Plan of(Workload workload) {
        List<ContenderSpec> taking =
                contenders.stream().filter(spec -> spec.runs(workload)).toList();
        if (taking.isEmpty()) {
            throw new IllegalArgumentException("%s: none of %s takes part: expected one of %s"
                    .formatted(
                            workload,
                            contenders,
                            ContenderSpec.ALL.stream()
                                    .filter(spec -> spec.runs(workload))
                                    .toList()));
        }
        return new Plan(taking, rounds, warmUpS, roundLengthS, records);
    }

    int roundsMax() {
        return rounds * ROUNDS_MAX_FACTOR;
    }

    /** For the very first run, of which nothing is known. */
    long firstRecords() {
        return records.orElse(RECORDS_MIN);
    }

    /** As many again, or, if they took less than half a round or more than two, so many as fit, in two digits. */
    long recordsAfter(Round last) {
        if (records.isPresent() || (last.seconds() >= roundLengthS / 2 && last.seconds() <= roundLengthS * 2)) {
            return last.records();
        }
        double fitting = last.records() / last.seconds() * roundLengthS;
        double wanted = Math.min(Math.max(fitting, RECORDS_MIN), RECORDS_MAX);
        double step = Math.pow(10, Math.floor(Math.log10(wanted)) - 1);
        return (long) (Math.floor(wanted / step) * step);
    }
}
