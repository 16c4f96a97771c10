package io.kintsugi.node.config;

import java.util.List;

/**
 * A value as a source gave it, before anybody knows its type.
 *
 * @param path the setting, {@code channel.flush-ms}
 * @param isList false for a single text
 * @param texts the entries of a list, or exactly one text
 * @param origin where it stands, for messages: {@code config/node.yaml:12:5}
 */
record RawValue(String path, boolean isList, List<String> texts, String origin) {

    static RawValue text(String path, String text, String origin) {
        return new RawValue(path, false, List.of(text), origin);
    }

    static RawValue list(String path, List<String> texts, String origin) {
        return new RawValue(path, true, List.copyOf(texts), origin);
    }

    /** As it is shown to the person who wrote it. */
    String shown() {
        return isList ? texts.toString() : "'" + texts.get(0) + "'";
    }
}
