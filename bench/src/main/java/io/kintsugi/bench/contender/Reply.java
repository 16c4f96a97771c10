package io.kintsugi.bench.contender;

import io.kintsugi.bench.recovery.Outage;
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

    /** One trial of W6 is over. */
    record Endured(Outage outage, Noise noise) implements Reply {
        @Override
        public String line() {
            return String.format(
                    Locale.ROOT,
                    "endured %d %d %d %.4f %.3f %.3f %.3f",
                    outage.backMs(),
                    outage.baselineGapMs(),
                    outage.gapMs(),
                    outage.othersShare(),
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
            case "endured" -> endured(line, rest.split(" "));
            case "failed" -> new Failed(rest);
            default -> throw noReply(line);
        };
    }

    private static Ran ran(String line, String[] words) {
        if (words.length != 6) {
            throw noReply(line);
        }
        Sunk sunk = new Sunk(Long.parseLong(words[1]), Long.parseLong(words[2]));
        return new Ran(new RunResult(Long.parseLong(words[0]), sunk), noise(words, 3));
    }

    private static Endured endured(String line, String[] words) {
        if (words.length != 7) {
            throw noReply(line);
        }
        Outage outage = new Outage(
                Integer.parseInt(words[0]),
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                Double.parseDouble(words[3]));
        return new Endured(outage, noise(words, 4));
    }

    private static Noise noise(String[] words, int from) {
        return new Noise(
                Double.parseDouble(words[from]),
                Double.parseDouble(words[from + 1]),
                Double.parseDouble(words[from + 2]));
    }

    private static IllegalArgumentException noReply(String line) {
        return new IllegalArgumentException(
                "expected \"ready\", \"ran\", \"endured\" or \"failed\", found \"%s\"".formatted(line));
    }
}
