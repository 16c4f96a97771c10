package io.kintsugi.core.model;

/**
 * One try at running a task, printed {@code train[2]@3}.
 *
 * @param number from 1; everything that carries a lower number than the current one is fenced
 */
public record AttemptId(TaskId task, int number) {
    public AttemptId {
        if (number < 1) {
            throw new IllegalArgumentException("task " + task + ": attempt " + number + " is below 1");
        }
    }

    public static AttemptId first(TaskId task) {
        return new AttemptId(task, 1);
    }

    public AttemptId next() {
        return new AttemptId(task, number + 1);
    }

    /** The next one whose number is above another one, too. */
    public AttemptId nextAbove(int other) {
        return new AttemptId(task, Math.max(number, other) + 1);
    }

    @Override
    public String toString() {
        return task + "@" + number;
    }
}
