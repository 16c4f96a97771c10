package io.kintsugi.worker.verticle;

import io.kintsugi.worker.task.CapturedState;
import io.kintsugi.worker.task.Task;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a task to rest and its state to the store, so that another attempt goes on just where it is, and without a word to its
 * neighbours. Used on the task's thread.
 *
 * <pre>
 * none ──asked──▶ settling ──consumers have taken all──▶ storing ──stored, or nothing to store──▶ ready
 *                                                         ▲  └──not stored: after a pause──┐
 *                                                         └────────────────────────────────┘
 * </pre>
 *
 * A task that has come to its end has stored its last state, so only its consumers are waited for.
 */
final class Handover {
    private static final Logger LOG = LoggerFactory.getLogger(Handover.class);
    private static final long AGAIN_MS = 500;

    private final TaskWiring wiring;
    private final Task task;
    private final TaskThread thread;
    private final TaskVersions versions;
    private @Nullable Runnable ready;
    private boolean storing;

    Handover(TaskWiring wiring, TaskVersions versions) {
        this.wiring = wiring;
        this.task = wiring.task();
        this.thread = wiring.thread();
        this.versions = versions;
    }

    /** @param whenReady called once; of several the first */
    void begin(Runnable whenReady) {
        if (ready == null) {
            ready = whenReady;
            task.settle();
        } else {
            LOG.warn(
                    "{} is asked again to come to rest: {}",
                    wiring,
                    storing ? "its state is being stored" : task.unsettled());
        }
    }

    /**
     * Takes the next step, if it is time. Called from time to time.
     *
     * @param isAtItsEnd whether the task has come to its end, and stored that
     */
    void look(boolean isAtItsEnd) {
        Runnable whenReady = ready;
        if (whenReady == null || storing || !task.isSettled()) {
            return;
        }
        storing = true;
        if (isAtItsEnd) {
            whenReady.run();
        } else if (task.hasEnded()) {
            storing = false; // Its last state is on its way.
        } else if (task.captureSettled()) {
            store(whenReady);
        } else {
            whenReady.run();
        }
    }

    private void store(Runnable whenReady) {
        CapturedState captured = task.takeCaptured();
        if (captured == null) {
            throw new IllegalStateException("a state was captured and is not there");
        }
        versions.store(captured).onComplete((stored, cause) -> {
            if (cause == null && stored) {
                whenReady.run();
                return;
            }
            LOG.warn(
                    "{} is at rest and its state is not stored, tries again cause=\"{}\"",
                    wiring,
                    String.valueOf(cause));
            thread.after(AGAIN_MS, () -> storing = false);
        });
    }
}
