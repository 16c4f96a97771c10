package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A checkpoint that is neither complete nor discarded.
 *
 * <pre>
 * waiting ──last acknowledgement──▶ storing ──manifest exists──▶ complete
 *    └────────────────────────────────┴──▶ discarded
 * </pre>
 */
final class PendingCheckpoint {
    private final long number;
    private final @Nullable String savepoint;
    private final long triggeredAtMs;
    private final boolean last;
    private final TreeSet<TaskId> waitingFor;
    private final Map<TaskId, StateVersion> versions = new TreeMap<>();

    /**
     * @param savepoint the name of the savepoint that it is to become as well, or null
     * @param waitingFor tasks that must acknowledge; none for the last checkpoint, with which the job ends
     */
    PendingCheckpoint(long number, @Nullable String savepoint, long triggeredAtMs, Collection<TaskId> waitingFor) {
        this.number = number;
        this.savepoint = savepoint;
        this.triggeredAtMs = triggeredAtMs;
        this.last = waitingFor.isEmpty();
        this.waitingFor = new TreeSet<>(waitingFor);
    }

    long number() {
        return number;
    }

    @Nullable
    String savepoint() {
        return savepoint;
    }

    long triggeredAtMs() {
        return triggeredAtMs;
    }

    boolean isLast() {
        return last;
    }

    /** By name. */
    Set<TaskId> waitingFor() {
        return waitingFor;
    }

    /** Whether all have acknowledged, so that only its manifest is not there yet. */
    boolean isStoring() {
        return waitingFor.isEmpty();
    }

    /** Takes the version of a task that had ended before the checkpoint began. */
    void takeLastState(StateVersion version) {
        versions.put(version.task(), version);
    }

    /** Takes the version of a task that it waits for; false if it does not, or not any more. */
    boolean acknowledge(StateVersion version) {
        if (!waitingFor.remove(version.task())) {
            return false;
        }
        versions.put(version.task(), version);
        return true;
    }

    /** By task. */
    private List<StateVersion> versions() {
        return List.copyOf(versions.values());
    }

    /** What makes it complete, once it exists. */
    Manifest manifest(CheckpointedJob job, long nowMs) {
        return new Manifest(job.id(), number, null, job.term(), triggeredAtMs, nowMs, job.keyGroups(), versions());
    }

    CheckpointStatus status() {
        return status(CheckpointState.PENDING, 0, null);
    }

    /** @param lost records since the complete checkpoint before */
    CheckpointStatus completed(long nowMs, long lost) {
        return status(CheckpointState.COMPLETED, nowMs, null).lost(lost);
    }

    CheckpointStatus discarded(String reason, long nowMs) {
        return status(CheckpointState.DISCARDED, nowMs, reason);
    }

    private CheckpointStatus status(CheckpointState state, long endedAtMs, @Nullable String reason) {
        long bytes = versions.values().stream().mapToLong(StateVersion::bytes).sum();
        return new CheckpointStatus(
                number, savepoint, state, triggeredAtMs, endedAtMs, bytes, List.copyOf(waitingFor), reason);
    }
}
