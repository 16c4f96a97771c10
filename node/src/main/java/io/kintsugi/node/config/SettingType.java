package io.kintsugi.node.config;

import io.kintsugi.core.config.Setting;
import io.kintsugi.core.model.Words;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Turns text into the value of a settings record: {@code int}, {@code long}, {@code double}, {@code boolean}, text, an enum, or a list of
 * text or of an enum.
 *
 * @param expected for messages
 * @param isList whether several values may stand there
 * @param parseOne makes one entry; throws {@link IllegalArgumentException} for what does not fit
 */
record SettingType(String expected, boolean isList, Function<String, Object> parseOne) {
    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,18})");
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,15})(\\.[0-9]{1,15})?");

    static SettingType of(Type type, Setting setting) {
        if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
            SettingType entry = of(list.getActualTypeArguments()[0], setting);
            return new SettingType("a list of " + entry.expected, true, entry.parseOne);
        }
        if (type == String.class) {
            return new SettingType("text", false, text -> text);
        }
        if (type == boolean.class) {
            return new SettingType("true or false", false, SettingType::bool);
        }
        if (type == int.class) {
            long min = Math.max(setting.min(), Integer.MIN_VALUE);
            long max = Math.min(setting.max(), Integer.MAX_VALUE);
            return new SettingType(range(min, max), false, text -> Math.toIntExact(number(text, min, max)));
        }
        if (type == long.class) {
            return new SettingType(
                    range(setting.min(), setting.max()), false, text -> number(text, setting.min(), setting.max()));
        }
        if (type == double.class) {
            return new SettingType(
                    "a number from %d to %d".formatted(setting.min(), setting.max()),
                    false,
                    text -> fraction(text, setting.min(), setting.max()));
        }
        if (type instanceof Class<?> constants && constants.isEnum()) {
            return ofEnum(constants);
        }
        throw new IllegalStateException("setting " + setting.key() + ": no way to read a " + type);
    }

    Object parse(RawValue raw) {
        if (!isList) {
            if (raw.isList()) {
                throw wrong(raw);
            }
            return parseOne(raw, raw.texts().get(0));
        }
        List<String> texts = raw.isList() ? raw.texts() : split(raw.texts().get(0));
        return texts.stream().map(text -> parseOne(raw, text)).toList();
    }

    private Object parseOne(RawValue raw, String text) {
        try {
            return parseOne.apply(text);
        } catch (IllegalArgumentException e) {
            throw wrong(raw);
        }
    }

    private IllegalArgumentException wrong(RawValue raw) {
        return new IllegalArgumentException("expected %s, found %s".formatted(expected, raw.shown()));
    }

    /** Reads {@code a, b} and {@code [a, b]}: flags, variables and defaults have lists in one text. */
    private static List<String> split(String text) {
        String inner = text.startsWith("[") && text.endsWith("]") ? text.substring(1, text.length() - 1) : text;
        return inner.isBlank()
                ? List.of()
                : Arrays.stream(inner.split(",", -1)).map(String::strip).toList();
    }

    private static SettingType ofEnum(Class<?> type) {
        Map<String, Object> constants = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            constants.put(Words.of((Enum<?>) constant), constant);
        }
        return new SettingType(
                String.join(", ", constants.keySet()),
                false,
                text -> Optional.ofNullable(constants.get(text)).orElseThrow(IllegalArgumentException::new));
    }

    private static Object bool(String text) {
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException();
        }
        return text.equals("true");
    }

    private static long number(String text, long min, long max) {
        if (!WHOLE_NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException();
        }
        long value = Long.parseLong(text);
        if (value < min || value > max) {
            throw new IllegalArgumentException();
        }
        return value;
    }

    private static double fraction(String text, long min, long max) {
        if (!NUMBER.matcher(text).matches()) {
            throw new IllegalArgumentException();
        }
        double value = Double.parseDouble(text);
        if (value < min || value > max) {
            throw new IllegalArgumentException();
        }
        return value;
    }

    private static String range(long min, long max) {
        return min == Long.MIN_VALUE || max == Long.MAX_VALUE
                ? "a whole number" + (min == Long.MIN_VALUE ? "" : " from " + min)
                : "a whole number from " + min + " to " + max;
    }
}
