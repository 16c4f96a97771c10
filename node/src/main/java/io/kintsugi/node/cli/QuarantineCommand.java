package io.kintsugi.node.cli;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code kintsugi quarantine NODE}. */
@Command(
        name = "quarantine",
        description = "Let no task begin on a node for a while; those that it has work on.",
        footer = {
            "",
            "Example: kintsugi quarantine east --for 2h --reason \"its disk is slow\"",
            "",
            "It ends by itself; `kintsugi release NODE` ends it before. Asked again, the last end and reason count."
        })
final class QuarantineCommand extends ApiCommand {
    @Parameters(index = "0", paramLabel = "NODE", description = "Name or incarnation of the node.")
    private String node = "";

    @ArgGroup(multiplicity = "1")
    private End end = new End();

    @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "For people who wonder why.")
    private String reason = "";

    /** One of two ways to say it. */
    private static final class End {
        @Option(
                names = "--for",
                paramLabel = "TIME",
                converter = Span.class,
                description = "How long from now by this machine's clock: 90s, 30m, 2h or 1d.")
        private @Nullable Duration span;

        @Option(
                names = "--until",
                paramLabel = "TIME",
                description = "When it ends, with a zone: 2026-01-15T10:30:00Z.")
        private @Nullable String until;

        private String text() {
            return span == null
                    ? String.valueOf(until)
                    : Instant.now().plus(span).truncatedTo(ChronoUnit.SECONDS).toString();
        }
    }

    /** {@code 30m}. */
    private static final class Span implements ITypeConverter<Duration> {
        private static final Pattern FORM = Pattern.compile("([0-9]{1,9})([smhd])");
        private static final Map<String, ChronoUnit> UNITS =
                Map.of("s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS, "d", ChronoUnit.DAYS);

        @Override
        public Duration convert(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                throw new TypeConversionException(
                        "expected a number with one of s, m, h, d behind it, such as 30m; found '%s'".formatted(text));
            }
            return Duration.of(Long.parseLong(form.group(1)), UNITS.get(form.group(2)));
        }
    }

    @Override
    boolean run(ApiConnection api) throws ApiFailure {
        JsonObject body = new JsonObject().put("until", end.text()).put("reason", reason);
        print(api.quarantine(node, body), NodeText::line);
        return true;
    }
}
