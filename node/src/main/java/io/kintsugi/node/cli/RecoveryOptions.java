package io.kintsugi.node.cli;

import io.kintsugi.core.model.Nearest;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What a submission says about failures, in place of the job; without a flag the job's own word counts. */
final class RecoveryOptions {
    @Option(
            names = "--strategy",
            paramLabel = "STRATEGY",
            converter = Strategy.class,
            description = "What restarts after a failure: task, sink, downstream or region.")
    private @Nullable String strategy;

    @Option(
            names = "--absent-consumer",
            paramLabel = "POLICY",
            converter = Absent.class,
            description = "What producers do while a consumer is away: buffer[:BYTES], discard, block or"
                    + " reroute[:BYTES], such as buffer:4MiB.")
    private @Nullable JsonObject absentConsumer;

    @Option(
            names = "--checkpoints-with-loss",
            paramLabel = "RULE",
            converter = WithLoss.class,
            description = "Whether checkpoints go on after a loss: allow, mark or forbid.")
    private @Nullable String checkpointsWithLoss;

    @Option(
            names = "--loss-budget-records",
            paramLabel = "N",
            converter = Count.class,
            description =
                    "Records that may be lost within the window. With one limit the others are none unless given.")
    private @Nullable Long records;

    @Option(
            names = "--loss-budget-fraction",
            paramLabel = "F",
            converter = Fraction.class,
            description = "Share of the records that may be lost within the window, 0 to 1.")
    private @Nullable Double fraction;

    @Option(
            names = "--loss-budget-recoveries",
            paramLabel = "N",
            converter = Count.class,
            description = "Recoveries within the window.")
    private @Nullable Long recoveries;

    @Option(
            names = "--loss-budget-unavailable-ms",
            paramLabel = "MS",
            converter = Count.class,
            description = "Time within the window for which some task may be away.")
    private @Nullable Long unavailableMs;

    @Option(
            names = "--loss-budget-window-ms",
            paramLabel = "MS",
            converter = Count.class,
            description = "The window of the loss budget; 10 min unless given.")
    private @Nullable Long windowMs;

    @Option(
            names = "--loss-budget-on-excess",
            paramLabel = "ACTION",
            converter = OnExcess.class,
            description = "What happens when the budget is used up: warn, pause or escalate (default).")
    private @Nullable String onExcess;

    /** The field {@code recovery} of a submission; empty without a flag. */
    JsonObject toJson() {
        JsonObject budget = new JsonObject();
        put(budget, "records", records);
        put(budget, "fraction", fraction);
        put(budget, "recoveries", recoveries);
        put(budget, "unavailableMs", unavailableMs);
        put(budget, "windowMs", windowMs);
        put(budget, "onExcess", onExcess);
        JsonObject json = new JsonObject();
        put(json, "strategy", strategy);
        put(json, "absentConsumer", absentConsumer);
        put(json, "lossBudget", budget.isEmpty() ? null : budget);
        put(json, "checkpointsWithLoss", checkpointsWithLoss);
        return json;
    }

    private static void put(JsonObject json, String field, @Nullable Object value) {
        if (value != null) {
            json.put(field, value);
        }
    }

    /** One of some words, whatever the case of its letters. */
    private abstract static class Choice implements ITypeConverter<String> {
        private final List<String> words;

        Choice(String... words) {
            this.words = List.of(words);
        }

        @Override
        public String convert(String text) {
            String word = text.toLowerCase(Locale.ROOT);
            if (!words.contains(word)) {
                throw new TypeConversionException("expected %s, found '%s'%s"
                        .formatted(
                                String.join(", ", words),
                                text,
                                Nearest.to(word, words)
                                        .map(near -> "; did you mean '" + near + "'?")
                                        .orElse("")));
            }
            return word;
        }
    }

    private static final class Strategy extends Choice {
        Strategy() {
            super("task", "sink", "downstream", "region");
        }
    }

    private static final class WithLoss extends Choice {
        WithLoss() {
            super("allow", "mark", "forbid");
        }
    }

    private static final class OnExcess extends Choice {
        OnExcess() {
            super("warn", "pause", "escalate");
        }
    }

    private static final class Policy extends Choice {
        Policy() {
            super("buffer", "discard", "block", "reroute");
        }
    }

    /** {@code buffer:4MiB}; which policies take bytes the server knows. */
    private static final class Absent implements ITypeConverter<JsonObject> {
        private static final Pattern BYTES = Pattern.compile("([1-9][0-9]{0,11})(|KiB|MiB|GiB)");

        @Override
        public JsonObject convert(String text) {
            int colon = text.indexOf(':');
            JsonObject json =
                    new JsonObject().put("kind", new Policy().convert(colon < 0 ? text : text.substring(0, colon)));
            return colon < 0 ? json : json.put("bytes", bytes(text.substring(colon + 1)));
        }

        private static long bytes(String text) {
            Matcher found = BYTES.matcher(text);
            if (!found.matches()) {
                throw new TypeConversionException(
                        "expected a number of bytes such as 65536, 512KiB, 4MiB or 1GiB, found '" + text + "'");
            }
            int power = List.of("", "KiB", "MiB", "GiB").indexOf(found.group(2));
            return Long.parseLong(found.group(1)) << (10 * power);
        }
    }

    private static final class Count implements ITypeConverter<Long> {
        private static final Pattern DIGITS = Pattern.compile("[0-9]{1,15}");

        @Override
        public Long convert(String text) {
            if (!DIGITS.matcher(text).matches()) {
                throw new TypeConversionException("expected a whole number from 0, found '" + text + "'");
            }
            return Long.valueOf(text);
        }
    }

    private static final class Fraction implements ITypeConverter<Double> {
        private static final Pattern NUMBER = Pattern.compile("[01]|[01]?\\.[0-9]{1,9}");

        @Override
        public Double convert(String text) {
            if (!NUMBER.matcher(text).matches() || Double.parseDouble(text) > 1) {
                throw new TypeConversionException("expected a number from 0 to 1 such as 0.005, found '" + text + "'");
            }
            return Double.valueOf(text);
        }
    }
}
