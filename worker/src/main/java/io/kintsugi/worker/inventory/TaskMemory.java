package io.kintsugi.worker.inventory;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.TaskInventory;
import io.kintsugi.core.protocol.TaskInventory.Standing;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The newest attempt of one task on this worker, as it was ordered and as it has told of itself. */
final class TaskMemory {
    /** As many as a leader's account keeps by default. */
    private static final int LOSSES_MAX = 1_000;

    private final Deque<LossRange> losses = new ArrayDeque<>();
    private AttemptId attempt;
    private Standing standing = Standing.DEPLOYING;
    private @Nullable TaskLocation location;
    private @Nullable StateVersion newest;
    private ChannelPositions last = ChannelPositions.none();
    private @Nullable Failure failure;
    private int countsFrom = 1;

    TaskMemory(AttemptId attempt) {
        this.attempt = attempt;
    }

    /** It is ordered to begin; the same order again changes nothing. */
    void begins(JobId job, AttemptId next, RestorePoint restore, boolean again) {
        if (again) {
            return;
        }
        attempt = next;
        standing = Standing.DEPLOYING;
        location = null;
        failure = null;
        last = restore.last();
        newest = restore.alone() ? own(job, restore) : null;
        boolean goesOnWhereItDied = restore.alone() && !restore.last().inputs().isEmpty();
        if (!goesOnWhereItDied) {
            countsFrom = next.number();
            losses.clear();
            restore.versions().forEach(version -> lost(version.losses()));
        }
    }

    private @Nullable StateVersion own(JobId job, RestorePoint restore) {
        return restore.versions().stream()
                .filter(version ->
                        version.id().job().equals(job) && version.task().equals(attempt.task()))
                .findFirst()
                .orElse(null);
    }

    AttemptId attempt() {
        return attempt;
    }

    Standing standing() {
        return standing;
    }

    void deployed(TaskLocation where) {
        if (standing == Standing.DEPLOYING) {
            location = where;
            standing = Standing.DEPLOYED;
        }
    }

    void connects() {
        if (standing == Standing.DEPLOYED) {
            standing = Standing.CONNECTING;
            last = ChannelPositions.none();
        }
    }

    void stands(Standing next) {
        standing = next;
    }

    /** A state that was taken before the last one may be stored behind it. */
    void stored(StateVersion version) {
        newest = newest != null && newest.ended() && !version.ended() ? newest : version;
    }

    void ends(Standing how, @Nullable Failure why, ChannelPositions at) {
        boolean begun = standing != Standing.DEPLOYING && standing != Standing.DEPLOYED;
        last = begun || !at.inputs().isEmpty() || !at.outputs().isEmpty() ? at : last;
        failure = why;
        standing = how;
    }

    void lost(List<LossRange> more) {
        for (LossRange range : more) {
            boolean known =
                    losses.stream().anyMatch(before -> range.isPartOf(before) && range.basis() == before.basis());
            if (!known) {
                losses.add(range);
            }
        }
        while (losses.size() > LOSSES_MAX) {
            losses.removeFirst();
        }
    }

    TaskInventory inventory() {
        return new TaskInventory(
                attempt,
                standing,
                location,
                newest,
                new TaskInventory.Losses(countsFrom, List.copyOf(losses)),
                last,
                failure);
    }
}
