package io.kintsugi.testkit.simulation;

import java.util.ArrayDeque;

/** The last of what has happened in a run, for the person who has to find out why it went wrong. */
final class Journal {
    private static final int LINES_MAX = 400;

    private final Agenda agenda;
    private final ArrayDeque<String> lines = new ArrayDeque<>();

    Journal(Agenda agenda) {
        this.agenda = agenda;
    }

    void note(String line) {
        if (lines.size() == LINES_MAX) {
            lines.removeFirst();
        }
        lines.addLast("%9.3f ms %s".formatted(agenda.nowNs() / 1e6, line));
    }

    @Override
    public String toString() {
        return String.join("\n", lines);
    }
}
