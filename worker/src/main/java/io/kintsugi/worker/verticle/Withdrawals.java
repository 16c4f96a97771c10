package io.kintsugi.worker.verticle;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The attempts that were cancelled and the runs that were released, so that an order to deploy one of them which comes
 * after that makes no task. Of each it keeps the {@link #KEPT_MAX} newest. Used on the worker verticle's context.
 */
final class Withdrawals {
    /** An order comes seconds late at most; no worker cancels so many tasks in that time. */
    static final int KEPT_MAX = 10_000;

    private final Map<JobTask, Integer> attempts = new LinkedHashMap<>();
    private final Map<String, Long> runs = new LinkedHashMap<>();

    private record JobTask(JobId job, TaskId task) {}

    /** This attempt and those before it are not wanted any more. */
    void canceled(JobId job, AttemptId attempt) {
        raise(attempts, new JobTask(job, attempt.task()), attempt.number());
    }

    /** This run of a job and those before it are over. */
    void released(JobId job) {
        attempts.keySet().removeIf(known -> known.job().equals(job));
        raise(runs, job.name(), job.run());
    }

    boolean covers(JobId job, AttemptId attempt) {
        return job.run() <= runs.getOrDefault(job.name(), 0L)
                || attempt.number() <= attempts.getOrDefault(new JobTask(job, attempt.task()), 0);
    }

    private static <K, V extends Comparable<V>> void raise(Map<K, V> to, K key, V value) {
        V known = to.remove(key);
        to.put(key, known == null || known.compareTo(value) < 0 ? value : known);
        if (to.size() > KEPT_MAX) {
            to.remove(to.keySet().iterator().next());
        }
    }
}
