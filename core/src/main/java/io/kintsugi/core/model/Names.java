package io.kintsugi.core.model;

import java.util.regex.Pattern;

/** The rules for names that people choose: they end up in addresses, files, metrics and URLs. */
public final class Names {
    private static final int LENGTH_MAX = 64;
    private static final Pattern JOB = Pattern.compile("[a-z0-9]([a-z0-9._-]*[a-z0-9])?");
    private static final Pattern STEP = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?");

    private Names() {}

    /** Returns {@code name}, or throws {@link IllegalArgumentException} that says what a job name looks like. */
    public static String requireJobName(String name) {
        return require(JOB, "job", name, "lower-case letters, digits, '.', '_' and '-'");
    }

    /** Returns {@code name}, or throws {@link IllegalArgumentException} that says what a step name looks like. */
    public static String requireStepName(String name) {
        return require(STEP, "step", name, "letters, digits, '.', '_' and '-'");
    }

    /**
     * Returns {@code name}, or throws {@link IllegalArgumentException} that says what the name of such a thing looks like.
     *
     * @param kind of thing within a step, such as {@code state}; its names follow the rules of step names
     */
    public static String requireName(String kind, String name) {
        return require(STEP, kind, name, "letters, digits, '.', '_' and '-'");
    }

    private static String require(Pattern pattern, String kind, String name, String allowed) {
        if (name.length() > LENGTH_MAX || !pattern.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "%s name '%s': expected 1 to %d of %s, beginning and ending with a letter or digit"
                            .formatted(kind, name, LENGTH_MAX, allowed));
        }
        return name;
    }
}
