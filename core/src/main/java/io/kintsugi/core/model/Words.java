package io.kintsugi.core.model;

import java.util.Locale;

/** How constants and counts are written outside of Java, in JSON, settings, file names, messages and on the command line. */
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

    /** {@code 1 task}, {@code 2 tasks}; {@code 2 recoveries} for a noun in {@code -ry}. */
    public static String count(long number, String noun) {
        if (number == 1) {
            return "1 " + noun;
        }
        return number + " " + (noun.endsWith("ry") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s");
    }

    /** What so many of them do: {@code restarts} for one, {@code restart} for any other number. */
    public static String verb(long number, String ofOne, String ofMany) {
        return number == 1 ? ofOne : ofMany;
    }
}
