package io.kintsugi.worker.verticle;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
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
    private final Map<String, Released> runs = new LinkedHashMap<>();

    private record JobTask(JobId job, TaskId task) {}

    /** @param term of the leader that released this run and those before it */
    private record Released(long run, Term term) implements Comparable<Released> {
        @Override
        public int compareTo(Released other) {
            int runs = Long.compare(run, other.run);
            return runs != 0 ? runs : term.compareTo(other.term);
        }
    }

    /** This attempt and those before it are not wanted any more. */
    void canceled(JobId job, AttemptId attempt) {
        raise(attempts, new JobTask(job, attempt.task()), attempt.number());
    }

    /** This run of a job and those before it are over, says the leader of a term. */
    void released(JobId job, Term term) {
        attempts.keySet().removeIf(known -> known.job().equals(job));
        raise(runs, job.name(), new Released(job.run(), term));
    }

    /**
     * Whether an attempt is not wanted.
     *
     * @param term of the leader who asks for it: a later one goes on with a run that one before, which did not know of it, let go
     */
    boolean covers(JobId job, AttemptId attempt, Term term) {
        Released over = runs.get(job.name());
        return (over != null && new Released(job.run(), term).compareTo(over) <= 0)
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
