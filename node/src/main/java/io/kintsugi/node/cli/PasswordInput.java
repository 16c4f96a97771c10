package io.kintsugi.node.cli;

import java.io.Console;
import java.util.Map;

/** Gets a password from where other users of the machine cannot see it. */
final class PasswordInput {
    static final String VARIABLE = "KINTSUGI_PASSWORD";

    private PasswordInput() {}

    /** The variable, else what is typed. */
    @SuppressWarnings("SystemConsoleNull") // Before JDK 22 there is none without a terminal; later ones read nothing.
    static String read(Map<String, String> environment, String user) throws ApiFailure {
        String given = environment.getOrDefault(VARIABLE, "");
        if (!given.isEmpty()) {
            return given;
        }
        Console console = System.console();
        char[] typed = console == null ? null : console.readPassword("Password of %s: ", user);
        if (typed == null) {
            throw new ApiFailure("no password for " + user + ": there is no terminal to ask on; set " + VARIABLE);
        }
        return new String(typed);
    }
}
