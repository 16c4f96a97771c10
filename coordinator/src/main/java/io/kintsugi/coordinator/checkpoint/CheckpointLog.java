package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.model.CheckpointState;
import io.kintsugi.core.protocol.CheckpointStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** What has become of the last checkpoints, and which savepoints wait for their turn. Both are bounded. */
final class CheckpointLog {
    static final int SAVEPOINTS_ASKED_MAX = 20;

    /** As many as a person reads. */
    private static final int ENDED_MAX = 50;

    private final Deque<CheckpointStatus> ended = new ArrayDeque<>();
    private final Deque<String> savepointsAsked = new ArrayDeque<>();

    void add(CheckpointStatus status) {
        ended.addFirst(status);
        if (ended.size() > ENDED_MAX) {
            ended.removeLast();
        }
    }

    /** False if too many wait already, or one of this name does. */
    boolean ask(String savepoint) {
        return savepointsAsked.size() < SAVEPOINTS_ASKED_MAX
                && !savepointsAsked.contains(savepoint)
                && savepointsAsked.add(savepoint);
    }

    /** Puts a savepoint back whose checkpoint was discarded for no fault of anybody. */
    void askAgain(String savepoint) {
        savepointsAsked.addFirst(savepoint);
    }

    boolean isSavepointAsked() {
        return !savepointsAsked.isEmpty();
    }

    Deque<String> savepointsAsked() {
        return savepointsAsked;
    }

    void refuse(String savepoint, long checkpoint, String reason, long nowMs) {
        add(new CheckpointStatus(checkpoint, savepoint, CheckpointState.DISCARDED, nowMs, nowMs, 0, List.of(), reason));
    }

    /** Newest first: what waits, last the one with which the job is to stop, then {@code pending}, then what has ended. */
    List<CheckpointStatus> all(Optional<String> stop, List<CheckpointStatus> pending) {
        List<CheckpointStatus> all = new ArrayList<>();
        stop.ifPresent(name -> all.add(waiting(name)));
        savepointsAsked.descendingIterator().forEachRemaining(name -> all.add(waiting(name)));
        all.addAll(pending);
        all.addAll(ended);
        return all;
    }

    private static CheckpointStatus waiting(String savepoint) {
        return new CheckpointStatus(0, savepoint, CheckpointState.PENDING, 0, 0, 0, List.of(), null);
    }
}
