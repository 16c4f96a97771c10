package io.kintsugi.node.config;

import io.kintsugi.core.config.Setting;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One setting under all its names. All of them are found from the records in {@link NodeConfig}. */
public final class SettingKey {
    /** What every environment variable of Kintsugi begins with. */
    public static final String VARIABLE_PREFIX = "KINTSUGI_";

    private static final List<SettingKey> ALL = findAll();

    private final String area;
    private final Setting setting;
    private final SettingType type;

    private SettingKey(String area, RecordComponent component) {
        this.area = area;
        this.setting = Optional.ofNullable(component.getAnnotation(Setting.class))
                .orElseThrow(() -> new IllegalStateException(
                        "%s of %s has no @Setting".formatted(component.getName(), component.getDeclaringRecord())));
        this.type = SettingType.of(component.getGenericType(), setting);
    }

    /** All settings, area by area, in the order of the records. */
    public static List<SettingKey> all() {
        return ALL;
    }

    public static List<SettingKey> of(String area) {
        return ALL.stream().filter(key -> key.area.equals(area)).toList();
    }

    public static Optional<SettingKey> find(String path) {
        return ALL.stream().filter(key -> key.path().equals(path)).findFirst();
    }

    public String area() {
        return area;
    }

    /** Without the area, as in the file: {@code flush-ms}. */
    public String key() {
        return setting.key();
    }

    /** {@code channel.flush-ms}. */
    public String path() {
        return area + "." + setting.key();
    }

    /** {@code KINTSUGI_CHANNEL_FLUSH_MS}. */
    public String variable() {
        return VARIABLE_PREFIX
                + path().toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /** As it stands in the file. */
    public String fallback() {
        if (setting.fallback().isEmpty()) {
            return type.isList() ? "[]" : "\"\"";
        }
        return setting.fallback();
    }

    public String reason() {
        return setting.reason();
    }

    /** What may stand there, for people: {@code a whole number from 0 to 10000}. */
    public String expected() {
        return type.expected();
    }

    public boolean isList() {
        return type.isList();
    }

    /** Makes the typed value; throws {@link IllegalArgumentException} that says what was expected and found. */
    Object parse(RawValue raw) {
        return type.parse(raw);
    }

    Object parseFallback() {
        return type.parse(RawValue.text(path(), setting.fallback(), "default of " + path()));
    }

    private static List<SettingKey> findAll() {
        List<SettingKey> keys = new ArrayList<>();
        for (RecordComponent area : NodeConfig.class.getRecordComponents()) {
            for (RecordComponent setting : area.getType().getRecordComponents()) {
                keys.add(new SettingKey(area.getName(), setting));
            }
        }
        return List.copyOf(keys);
    }
}
