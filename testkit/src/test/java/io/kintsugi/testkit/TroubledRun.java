package io.kintsugi.testkit;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.model.TaskId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/** Runs a job by steps, checkpoints and failures of tasks as a seed has them, and then to its end. */
final class TroubledRun {
    private static final int CHAPTERS = 12;

    private TroubledRun() {}

    /**
     * What happened, in words.
     *
     * @param draw the tasks that may fail, of which the seed has a say too
     * @param limit of the job's own time, from the last chapter to the end
     */
    static List<String> of(Job job, long seed, Function<SplittableRandom, List<TaskId>> draw, Duration limit) {
        SplittableRandom random = new SplittableRandom(seed);
        List<TaskId> tasks = draw.apply(random);
        List<String> story = new ArrayList<>();
        ChannelSettings channels = new ChannelSettings(
                2 + random.nextInt(4), 1 + random.nextInt(40), 32_768, 16_777_216, random.nextInt(3), 500, 2_500);
        try (JobTestDriver driver = JobTestDriver.start(job, channels)) {
            for (int chapter = 0; chapter < CHAPTERS; chapter++) {
                int steps = random.nextInt(15);
                for (int step = 0; step < steps; step++) {
                    driver.step();
                }
                story.add(steps + " steps");
                if (random.nextInt(3) > 0) {
                    driver.checkpoint();
                    story.add("checkpoint");
                } else {
                    TaskId failed = tasks.get(random.nextInt(tasks.size()));
                    driver.failTask(failed);
                    story.add(failed + " fails");
                }
            }
            driver.runToEnd(limit);
        }
        return story;
    }
}
