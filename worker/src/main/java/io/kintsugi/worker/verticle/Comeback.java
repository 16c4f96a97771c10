package io.kintsugi.worker.verticle;

import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.worker.task.Task;

/** Tells the leader how far a task is that began anew while its neighbours lived on. Used on the task's context. */
final class Comeback {
    private final TaskWiring wiring;
    private final TaskListener listener;
    private boolean firstRecord;
    private boolean complete;

    Comeback(TaskWiring wiring, TaskListener listener) {
        this.wiring = wiring;
        this.listener = listener;
        this.complete = !wiring.beginsAlone();
    }

    void restored() {
        if (!complete) {
            tell(RecoveryStage.RESTORED);
        }
    }

    /** Whether there is nothing more to tell. */
    boolean isComplete() {
        return complete;
    }

    /** Called after each slice of work until it {@link #isComplete}. */
    void look(Task task) {
        if (!firstRecord && task.hasWorked()) {
            firstRecord = true;
            tell(RecoveryStage.FIRST_RECORD);
        }
        if (firstRecord && task.caughtUp()) {
            complete = true;
            tell(RecoveryStage.CAUGHT_UP);
        }
    }

    private void tell(RecoveryStage stage) {
        listener.report(
                new WorkerEvent.StageReached(wiring.job(), wiring.attempt(), stage, System.currentTimeMillis()));
    }
}
