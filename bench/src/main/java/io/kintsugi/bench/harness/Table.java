package io.kintsugi.bench.harness;

import io.kintsugi.bench.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * All contenders in one workload.
 *
 * @param java the version that they ran on
 */
record Table(Workload workload, String java, List<Score> scores) {
    Optional<Score> score(String contender) {
        return scores.stream()
                .filter(score -> score.contender().equals(contender))
                .findFirst();
    }

    /** The target's ratio as measured; empty if one of the two did not run, or not in this workload. */
    OptionalDouble reached(Target target) {
        Optional<Score> ours = score(Target.OURS);
        Optional<Score> theirs = score(target.peer());
        return target.workload() == workload && ours.isPresent() && theirs.isPresent()
                ? OptionalDouble.of(ours.get().median() / theirs.get().median())
                : OptionalDouble.empty();
    }
}
