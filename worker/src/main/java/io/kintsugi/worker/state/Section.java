package io.kintsugi.worker.state;

import org.apache.avro.Schema;

/**
 * One state of one step in a version.
 *
 * @param schema of its entries
 */
record Section(String step, String name, Kind kind, Schema schema) {
    /** What the entries are. Names are part of the format. */
    enum Kind {
        VALUES("values of the subtask"),
        VALUE("a value for each key"),
        LIST("a list for each key"),
        MAP("a map for each key"),
        BROADCAST("broadcast state"),
        PANES("windows"),
        TIMERS("timers");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** For people. */
    String label() {
        return "step '%s': state '%s'".formatted(step, name);
    }
}
