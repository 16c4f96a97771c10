package io.kintsugi.worker.verticle;

import io.kintsugi.worker.task.Progress;
import io.kintsugi.worker.task.TaskTimes;

/** Divides the life of a task into time at work, time without input and time without credit. */
final class TaskClock {
    private long busyNs;
    private long idleNs;
    private long backPressuredNs;
    private long sinceNs;
    private Progress waitingFor = Progress.IDLE;

    TaskClock(long nowNs) {
        sinceNs = nowNs;
    }

    /** A run begins: what was before it was waiting. */
    void begin(long nowNs) {
        long waitedNs = nowNs - sinceNs;
        switch (waitingFor) {
            case WORKED -> busyNs += waitedNs;
            case BACK_PRESSURED, ENDING -> backPressuredNs += waitedNs;
            case IDLE, FINISHED -> idleNs += waitedNs;
        }
        sinceNs = nowNs;
    }

    /** A run ends, and the task now waits for what {@code progress} says. */
    void end(long nowNs, Progress progress) {
        busyNs += nowNs - sinceNs;
        sinceNs = nowNs;
        waitingFor = progress;
    }

    TaskTimes times() {
        return new TaskTimes(busyNs, idleNs, backPressuredNs);
    }
}
