package io.kintsugi.node.config;

import java.util.ArrayList;
import java.util.List;

/** Writes the two texts that are made from the settings records: the file of defaults and the page of the handbook. */
final class ConfigReference {
    private static final int WIDTH = 110;

    private ConfigReference() {}

    /** {@code config/node.yaml}: every key with its reason and its default. */
    static String yaml() {
        StringBuilder text = new StringBuilder("""
                # Every setting of a node, with its default. Delete what you do not change.
                # A variable KINTSUGI_<AREA>_<KEY> beats this file (KINTSUGI_HTTP_PORT=0), and a flag of `kintsugi node` beats both.
                # What may stand where, and the names of the variables: docs/configuration.md.
                """);
        String area = "";
        for (SettingKey key : SettingKey.all()) {
            if (!key.area().equals(area)) {
                area = key.area();
                text.append('\n').append(area).append(":\n");
            }
            wrap(key.reason()).forEach(line -> text.append("  # ").append(line).append('\n'));
            text.append("  ")
                    .append(key.key())
                    .append(": ")
                    .append(key.fallback())
                    .append('\n');
        }
        return text.toString();
    }

    /** {@code docs/configuration.md}: a table for each area. */
    static String markdown() {
        StringBuilder text = new StringBuilder("""
                # Configuration

                This page is made from the settings records in `core.config`; `config/node.yaml` holds the same as a file.
                A later source beats an earlier one: the default, the file (`--config`, else `config/node.yaml`), an environment
                variable, a flag of `kintsugi node` (`--set http.port=0` sets any key, and the common ones have a flag of their own).
                A key, a variable or a flag that does not exist, or a value that does not fit, stops the start; the message names
                the file, the line, and the nearest name that exists. The variables `KINTSUGI_JAVA_OPTS`, `KINTSUGI_CLASSPATH`,
                `KINTSUGI_REJOINS_MAX` and `KINTSUGI_LOG_LEVEL` belong to `bin/kintsugi` and to `config/logback.xml`.
                """);
        String area = "";
        for (SettingKey key : SettingKey.all()) {
            if (!key.area().equals(area)) {
                area = key.area();
                text.append("\n## ")
                        .append(area)
                        .append("\n\n| key | default | allowed | variable | what and why |\n|--|--|--|--|--|\n");
            }
            text.append("| `%s` | `%s` | %s | `%s` | %s |\n"
                    .formatted(key.key(), key.fallback(), key.expected(), key.variable(), key.reason()));
        }
        return text.toString();
    }

    private static List<String> wrap(String reason) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : reason.split(" ")) {
            if (line.length() + word.length() > WIDTH) {
                lines.add(line.toString().strip());
                line.setLength(0);
            }
            line.append(word).append(' ');
        }
        lines.add(line.toString().strip());
        return lines;
    }
}
