package io.kintsugi.node.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where settings come from; a later source beats an earlier one.
 *
 * @param file a YAML file, or empty for none
 * @param environment all environment variables; those that begin with {@code KINTSUGI_} count
 * @param flags what the command line says
 */
public record ConfigSources(Optional<Path> file, Map<String, String> environment, List<Flag> flags) {

    /**
     * One setting on the command line.
     *
     * @param label as it was typed, {@code --http-port}
     * @param path the setting, {@code http.port}
     */
    public record Flag(String label, String path, String text) {}

    /** No source: every setting has its default. */
    public static ConfigSources none() {
        return new ConfigSources(Optional.empty(), Map.of(), List.of());
    }

    public static ConfigSources of(Path file) {
        return new ConfigSources(Optional.of(file), Map.of(), List.of());
    }
}
