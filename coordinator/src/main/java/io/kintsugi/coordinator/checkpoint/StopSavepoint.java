package io.kintsugi.coordinator.checkpoint;

import io.kintsugi.core.snapshot.Manifest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The savepoint with which a job is to stop, if somebody wants that. It is tried until it is complete, whatever fails meanwhile.
 *
 * <pre>
 * none ──ask──▶ asked ──begin──▶ under way ──complete──▶ complete
 *  ▲             │ ▲                 │
 *  └──take back──┘ └────discarded────┘
 * </pre>
 */
final class StopSavepoint {
    /** Leaves room for a number in what names may be long. */
    private static final int BASE_LENGTH_MAX = 40;

    private @Nullable String name;
    /** That it is under way as, or complete; 0 for none. */
    private long checkpoint;

    private boolean complete;

    void ask(String savepoint) {
        if (name == null) {
            name = savepoint;
        }
    }

    /** Another leader was asked for it, and may have completed it as the newest checkpoint of the job. */
    void goOn(String savepoint, long newestCheckpoint, List<Manifest> savepoints) {
        name = savepoint;
        for (Manifest manifest : savepoints) {
            String found = String.valueOf(manifest.savepoint());
            if (manifest.checkpoint() == newestCheckpoint
                    && (found.equals(savepoint) || found.startsWith(base(savepoint) + "-"))) {
                checkpoint = newestCheckpoint;
                complete = true;
            }
        }
    }

    private static String base(String savepoint) {
        return savepoint.substring(0, Math.min(savepoint.length(), BASE_LENGTH_MAX));
    }

    boolean isWanted() {
        return name != null;
    }

    boolean isAsked() {
        return name != null && checkpoint == 0;
    }

    /** Its name, while no checkpoint has been triggered for it. */
    Optional<String> asked() {
        return isAsked() ? Optional.ofNullable(name) : Optional.empty();
    }

    /** It is under way as this checkpoint; gives its name. */
    @Nullable
    String begin(long number) {
        checkpoint = number;
        return name;
    }

    boolean isUnderWayAs(long number) {
        return checkpoint == number && !complete;
    }

    void discarded(long number) {
        if (isUnderWayAs(number)) {
            checkpoint = 0;
        }
    }

    /** The store has one of its name: the next try has the number of this one behind it. */
    void refused() {
        String taken = String.valueOf(name);
        name = base(taken) + "-" + checkpoint;
        checkpoint = 0;
    }

    void complete() {
        complete = true;
    }

    boolean isComplete() {
        return complete;
    }

    /** The checkpoint that the job has stopped with; only of one that is complete. */
    long checkpoint() {
        return checkpoint;
    }

    /** The job does not stop with a savepoint after all. */
    void takeBack() {
        name = null;
        checkpoint = 0;
    }
}
