package io.kintsugi.node.config;

import io.kintsugi.core.model.Nearest;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Merges the sources, checks every value of every source, and fills the records. */
public final class ConfigLoader {
    /** Variables that begin like a setting and belong to the start script, to the log and to commands. */
    private static final List<String> OTHER_VARIABLES = List.of(
            "KINTSUGI_JAVA_OPTS",
            "KINTSUGI_CLASSPATH",
            "KINTSUGI_LOG_LEVEL",
            "KINTSUGI_REJOINS_MAX",
            "KINTSUGI_SERVER",
            "KINTSUGI_USER",
            "KINTSUGI_PASSWORD",
            "KINTSUGI_TOKEN",
            "KINTSUGI_CA_FILE");

    private final List<String> problems = new ArrayList<>();
    private final Map<String, Object> values = new TreeMap<>();

    private ConfigLoader() {}

    /** Blocks to read the file. Throws {@link ConfigException} that lists all problems at once. */
    public static NodeConfig load(ConfigSources sources) {
        ConfigLoader loader = new ConfigLoader();
        sources.file().ifPresent(file -> YamlFile.read(file, loader.problems).forEach(loader::take));
        loader.takeEnvironment(sources.environment());
        sources.flags().forEach(loader::take);
        NodeConfig config = loader.fill();
        if (config == null) {
            throw new ConfigException(loader.problems);
        }
        return config;
    }

    private void takeEnvironment(Map<String, String> environment) {
        Map<String, SettingKey> known = new TreeMap<>();
        SettingKey.all().forEach(key -> known.put(key.variable(), key));
        for (Map.Entry<String, String> variable : new TreeMap<>(environment).entrySet()) {
            String name = variable.getKey();
            SettingKey key = known.get(name);
            if (key != null) {
                take(RawValue.text(key.path(), variable.getValue(), "environment variable " + name));
            } else if (name.startsWith(SettingKey.VARIABLE_PREFIX) && !OTHER_VARIABLES.contains(name)) {
                problems.add("environment variable %s: there is no such setting%s".formatted(name, near(name, known)));
            }
        }
    }

    private void take(ConfigSources.Flag flag) {
        if (SettingKey.find(flag.path()).isPresent()) {
            take(RawValue.text(flag.path(), flag.text(), "flag " + flag.label()));
        } else {
            Map<String, SettingKey> known = new TreeMap<>();
            SettingKey.all().forEach(key -> known.put(key.path(), key));
            problems.add("flag %s: there is no setting '%s'%s"
                    .formatted(flag.label(), flag.path(), near(flag.path(), known)));
        }
    }

    private void take(RawValue raw) {
        SettingKey key = SettingKey.find(raw.path())
                .orElseThrow(() -> new IllegalStateException("no setting " + raw.path() + ": sources check this"));
        try {
            values.put(raw.path(), key.parse(raw));
        } catch (IllegalArgumentException e) {
            problems.add("%s: %s: %s".formatted(raw.origin(), raw.path(), e.getMessage()));
        }
    }

    private @Nullable NodeConfig fill() {
        List<Object> areas = new ArrayList<>();
        for (RecordComponent area : NodeConfig.class.getRecordComponents()) {
            List<Object> settings = SettingKey.of(area.getName()).stream()
                    .map(key -> values.getOrDefault(key.path(), key.parseFallback()))
                    .toList();
            try {
                areas.add(construct(area.getType(), settings));
            } catch (IllegalArgumentException e) {
                problems.add(e.getMessage());
            }
        }
        return problems.isEmpty() ? whole(areas) : null;
    }

    /** Areas that are good by themselves may not fit each other. */
    private @Nullable NodeConfig whole(List<Object> areas) {
        try {
            return construct(NodeConfig.class, areas);
        } catch (IllegalArgumentException e) {
            problems.add(e.getMessage());
            return null;
        }
    }

    /** Calls the canonical constructor; what a record refuses comes out as {@link IllegalArgumentException}. */
    private static <T> T construct(Class<T> type, List<Object> components) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<T> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(components.toArray());
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof IllegalArgumentException refused) {
                throw refused;
            }
            throw new IllegalStateException(type + " cannot be made from " + components, e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(type + " cannot be made from " + components, e);
        }
    }

    private static String near(String name, Map<String, SettingKey> known) {
        return Nearest.to(name, known.keySet())
                .map(nearest -> "; did you mean '" + nearest + "'?")
                .orElse("; docs/configuration.md lists all");
    }
}
