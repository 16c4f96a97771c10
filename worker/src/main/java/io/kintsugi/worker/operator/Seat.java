package io.kintsugi.worker.operator;

import io.kintsugi.core.model.AttemptId;
import org.jspecify.annotations.Nullable;

/** The attempt that a chain works for. A chain that stands by is opened first and takes its seat later, once. */
public final class Seat {
    private final boolean late;
    private @Nullable AttemptId attempt;

    private Seat(@Nullable AttemptId attempt) {
        this.late = attempt == null;
        this.attempt = attempt;
    }

    public static Seat of(AttemptId attempt) {
        return new Seat(attempt);
    }

    /** For a chain that stands by. */
    public static Seat late() {
        return new Seat(null);
    }

    /** Whether the chain is opened before it takes its seat. */
    boolean isLate() {
        return late;
    }

    boolean isTaken() {
        return attempt != null;
    }

    void take(AttemptId taken) {
        if (attempt != null) {
            throw new IllegalStateException("the chain works for %s and cannot work for %s".formatted(attempt, taken));
        }
        attempt = taken;
    }

    /** Throws {@link IllegalStateException} while it stands by. */
    AttemptId attempt(String step) {
        if (attempt == null) {
            throw new IllegalStateException(
                    "step '%s' stands by: its subtask is not known before begin(...), so do not ask for it in open(...)"
                            .formatted(step));
        }
        return attempt;
    }
}
