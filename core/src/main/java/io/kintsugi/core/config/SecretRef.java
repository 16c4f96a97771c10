package io.kintsugi.core.config;

import java.util.regex.Pattern;

/**
 * Where a secret is to be found; the secret itself never stands in a setting.
 *
 * @param kind what {@code name} names
 */
public record SecretRef(Kind kind, String name) {
    /** What holds the secret. */
    public enum Kind {
        /** The content of a file, without the line end behind it. */
        FILE,
        /** An environment variable. */
        ENV
    }

    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /**
     * Reads {@code file:PATH} or {@code env:NAME}.
     *
     * @param setting for the message, which does not show the text: it may be the secret itself
     */
    public static SecretRef parse(String setting, String text) {
        if (text.startsWith("file:") && text.length() > "file:".length()) {
            return new SecretRef(Kind.FILE, text.substring("file:".length()));
        }
        String variable = text.startsWith("env:") ? text.substring("env:".length()) : "";
        if (variable.startsWith("KINTSUGI_")) {
            throw new IllegalArgumentException(
                    setting + ": variables that begin with KINTSUGI_ are settings themselves; take another name");
        }
        if (VARIABLE.matcher(variable).matches()) {
            return new SecretRef(Kind.ENV, variable);
        }
        throw new IllegalArgumentException(
                setting + ": expected file:PATH or env:NAME, found something else (not shown, it may be the secret)");
    }

    /** As it stands in the configuration. */
    @Override
    public String toString() {
        return (kind == Kind.FILE ? "file:" : "env:") + name;
    }
}
