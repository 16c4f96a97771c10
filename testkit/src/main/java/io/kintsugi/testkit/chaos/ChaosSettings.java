package io.kintsugi.testkit.chaos;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How a run is to be.
 *
 * @param seed for the report; the plan was made from it
 * @param plan what happens; what comes after {@code length} does not
 * @param length for so long things happen; then the jobs come to their end
 * @param wholeMax after each blow the cluster has to be whole again so soon, or the run ends as failed
 * @param endMax after the last one all jobs have to be finished so soon
 * @param command the command line of {@code kintsugi}
 * @param flags of all nodes beyond those that they need, such as {@code --set=watermark.interval-ms=0}
 * @param folder an empty one, for all that is stored and printed, and for the report
 * @param replay a command that repeats the run, for people
 */
public record ChaosSettings(
        long seed,
        Shape shape,
        ChaosPlan plan,
        Duration length,
        Duration wholeMax,
        Duration endMax,
        List<String> command,
        List<String> flags,
        Path folder,
        String replay) {
    public ChaosSettings {
        command = List.copyOf(command);
        flags = List.copyOf(flags);
    }
}
