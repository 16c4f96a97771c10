package io.kintsugi.cluster.artifact;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.model.NodeId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Jobs that were made in this JVM as objects, so that a program can submit one without a builder class. Only this JVM can
 * run them: the name carries the node's incarnation, so another node says so instead of running something else. Any
 * thread may call.
 */
public final class LocalJobs {
    /** Submit a builder class instead of keeping more objects than this. */
    public static final int JOBS_MAX = 1_000;

    private static final String PREFIX = "local:";

    private final String prefix;
    private final AtomicLong last = new AtomicLong();
    private final Map<String, Job> jobs = new ConcurrentSkipListMap<>();

    public LocalJobs(NodeId self) {
        this.prefix = PREFIX + self.incarnation() + "-";
    }

    /** Returns the name to submit it by, {@code local:<id>}; forget it with {@link #remove}. */
    public String add(Job job) {
        if (jobs.size() >= JOBS_MAX) {
            throw new IllegalStateException(
                    "job " + job.name() + ": this JVM keeps " + JOBS_MAX + " jobs already; remove those that ended");
        }
        String name = prefix + last.incrementAndGet();
        jobs.put(name, job);
        return name;
    }

    public void remove(String name) {
        jobs.remove(name);
    }

    /** Whether {@code builder} means a job object of some JVM rather than a class. */
    public static boolean isLocal(String builder) {
        return builder.startsWith(PREFIX);
    }

    Optional<Job> find(String name) {
        return Optional.ofNullable(jobs.get(name));
    }
}
