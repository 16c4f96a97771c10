package io.kintsugi.cluster.storage;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import java.nio.charset.StandardCharsets;

/**
 * Numbers the runs of each job name from 1, so that no two runs ever have the same id, whoever led. It keeps one small
 * file for each name that was ever used. Every call blocks.
 */
public final class RunStore {
    private static final String PREFIX = "run-";

    private final FileStore files;

    public RunStore(FileStore files) {
        this.files = files;
    }

    /** Takes the next run of a name, for good; {@code name} must be a valid job name. */
    public JobId next(String name, NodeId leader) {
        String directory = "jobs/" + name;
        long newest = Numbered.highest(PREFIX, files.list(directory));
        byte[] holder = leader.toString().getBytes(StandardCharsets.UTF_8);
        long run = Numbered.take(files, directory + "/" + PREFIX, newest, holder)
                .orElseThrow(() -> new IllegalStateException(
                        "job %s: %d runs began elsewhere while %s tried to begin one; is more than one cluster using this directory?"
                                .formatted(name, Numbered.RIVALS_MAX, leader)));
        forgetBefore(directory, run);
        return new JobId(name, run);
    }

    private void forgetBefore(String directory, long run) {
        for (String name : files.list(directory)) {
            long number = Numbered.of(PREFIX, name);
            if (number > 0 && number < run) {
                files.delete(directory + "/" + name);
            }
        }
    }
}
