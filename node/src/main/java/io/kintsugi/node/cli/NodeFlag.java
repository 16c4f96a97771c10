package io.kintsugi.node.cli;

import io.kintsugi.node.config.SettingKey;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A flag of {@code kintsugi node} for a setting that people change often; {@code --set} reaches all others.
 *
 * @param name as it is typed
 * @param path the setting
 */
record NodeFlag(String name, String path) {
    static final List<NodeFlag> ALL = List.of(
            new NodeFlag("--name", "node.name"),
            new NodeFlag("--roles", "node.roles"),
            new NodeFlag("--slots", "node.slots"),
            new NodeFlag("--data-dir", "node.data-dir"),
            new NodeFlag("--http-host", "http.host"),
            new NodeFlag("--http-port", "http.port"),
            new NodeFlag("--cluster-name", "cluster.name"),
            new NodeFlag("--cluster-host", "cluster.host"),
            new NodeFlag("--cluster-port", "cluster.port"),
            new NodeFlag("--seeds", "cluster.seeds"),
            new NodeFlag("--quorum", "cluster.quorum"));

    /** With the setting's own words as its help. */
    OptionSpec toOption() {
        SettingKey key = SettingKey.find(path)
                .orElseThrow(() -> new IllegalStateException("flag " + name + ": there is no setting " + path));
        return OptionSpec.builder(name)
                .type(String.class)
                .paramLabel(key.isList() ? "A,B,..." : "VALUE")
                .description(
                        escaped(key.reason()),
                        escaped("%s: %s%s; default %s."
                                .formatted(
                                        path,
                                        key.expected(),
                                        key.isList() ? ", separated by commas" : "",
                                        key.fallback())))
                .build();
    }

    private static String escaped(String text) {
        return text.replace("%", "%%");
    }
}
