package io.kintsugi.bench.contender;

import io.kintsugi.bench.workload.RunResult;
import io.kintsugi.bench.workload.Sunk;
import java.util.Locale;

/** A line from a contender's process to the harness; {@link #parse} undoes {@link #line}. */
public sealed interface Reply {
    String line();

    /** The process is up and waits for requests. */
    record Ready(String java) implements Reply {
        @Override
        public String line() {
            return "ready " + java;
        }
    }

    /** One run is over. */
    record Ran(RunResult result, Noise noise) implements Reply {
        @Override
        public String line() {
            return String.format(
                    Locale.ROOT,
                    "ran %d %d %d %.3f %.3f %.3f",
                    result.nanos(),
                    result.sunk().count(),
                    result.sunk().checksum(),
                    noise.own(),
                    noise.foreign(),
                    noise.steal());
        }
    }

    /** The run threw; the stack trace is in the process's log. */
    record Failed(String cause) implements Reply {
        @Override
        public String line() {
            return "failed " + cause.replace('\n', ' ');
        }
    }

    /** @throws IllegalArgumentException if the line is no reply */
    static Reply parse(String line) {
        int space = line.indexOf(' ');
        String verb = space < 0 ? line : line.substring(0, space);
        String rest = line.substring(space + 1);
        return switch (verb) {
            case "ready" -> new Ready(rest);
            case "ran" -> ran(line, rest.split(" "));
            case "failed" -> new Failed(rest);
            default -> throw noReply(line);
        };
    }

    private static Ran ran(String line, String[] words) {
        if (words.length != 6) {
            throw noReply(line);
        }
        Sunk sunk = new Sunk(Long.parseLong(words[1]), Long.parseLong(words[2]));
        Noise noise =
                new Noise(Double.parseDouble(words[3]), Double.parseDouble(words[4]), Double.parseDouble(words[5]));
        return new Ran(new RunResult(Long.parseLong(words[0]), sunk), noise);
    }

    private static IllegalArgumentException noReply(String line) {
        return new IllegalArgumentException("expected \"ready\", \"ran\" or \"failed\", found \"%s\"".formatted(line));
    }
}
