package io.kintsugi.core.model;

import java.util.Comparator;

/**
 * One parallel instance of a chain of steps, printed {@code train[2]}: the unit of deployment and of failure.
 *
 * @param vertex the name of the chain's first step
 * @param subtask from 0 to parallelism - 1; the numbers behind are the places of spares
 */
public record TaskId(String vertex, int subtask) implements Comparable<TaskId> {
    private static final Comparator<TaskId> ORDER =
            Comparator.comparing(TaskId::vertex).thenComparingInt(TaskId::subtask);

    public TaskId {
        Names.requireStepName(vertex);
        if (subtask < 0) {
            throw new IllegalArgumentException("task " + vertex + ": subtask " + subtask + " is below 0");
        }
    }

    /** Reads {@code train[2]}; throws {@link IllegalArgumentException} for anything else. */
    public static TaskId parse(String text) {
        int open = text.lastIndexOf('[');
        if (open < 1 || !text.endsWith("]")) {
            throw new IllegalArgumentException(
                    "task '" + text + "': expected the form step[subtask], such as train[2]");
        }
        try {
            return new TaskId(text.substring(0, open), Integer.parseInt(text, open + 1, text.length() - 1, 10));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("task '" + text + "': the subtask is not a number", e);
        }
    }

    @Override
    public int compareTo(TaskId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return vertex + "[" + subtask + "]";
    }
}
