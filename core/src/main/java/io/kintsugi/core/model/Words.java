package io.kintsugi.core.model;

import java.util.Locale;

/** How constants are written outside of Java, in JSON, settings, file names and on the command line. */
public final class Words {
    private Words() {}

    /** {@code fixed-delay} for {@code FIXED_DELAY}. */
    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@code FIXED_DELAY} for {@code fixed-delay}; throws {@link IllegalArgumentException} for a word that is none. */
    public static <E extends Enum<E>> E constant(Class<E> type, String word) {
        return Enum.valueOf(type, word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
