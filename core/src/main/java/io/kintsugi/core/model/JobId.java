package io.kintsugi.core.model;

/**
 * One run of a named job, printed {@code flights#3}.
 *
 * @param name unique among the jobs of a cluster, see {@link Names#requireJobName}
 * @param run counts the submissions under this name from 1; frames and commands of an earlier run are fenced by it
 */
public record JobId(String name, long run) {
    public JobId {
        Names.requireJobName(name);
        if (run < 1) {
            throw new IllegalArgumentException("job " + name + ": run " + run + " is below 1");
        }
    }

    @Override
    public String toString() {
        return name + "#" + run;
    }
}
