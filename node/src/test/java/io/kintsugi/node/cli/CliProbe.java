package io.kintsugi.node.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/** Runs one command line inside the test and keeps what it printed. */
final class CliProbe {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final int code;

    private CliProbe(Map<String, String> environment, String... arguments) {
        code = Main.commandLine(environment)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    static CliProbe run(String... arguments) {
        return new CliProbe(Map.of(), arguments);
    }

    static CliProbe run(Map<String, String> environment, String... arguments) {
        return new CliProbe(environment, arguments);
    }

    int code() {
        return code;
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }
}
