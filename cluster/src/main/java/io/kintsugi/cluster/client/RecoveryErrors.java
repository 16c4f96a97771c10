package io.kintsugi.cluster.client;

import io.kintsugi.core.model.Words;
import io.kintsugi.core.recovery.RestartStrategy;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What is wrong with a recovery in a request beside its schema: fields that do not go together. */
public final class RecoveryErrors {
    private static final String RESTART = "#/recovery/restart";
    private static final String ABSENT = "#/recovery/absentConsumer";

    /** The fields of each kind of restart beside the kind: the first ones are needed. */
    private enum Restart {
        NONE(0),
        FIXED_DELAY(1, "restarts", "delayMs"),
        EXPONENTIAL(0, "initialMs", "maxMs", "jitter", "resetAfterMs"),
        FAILURE_RATE(2, "failures", "windowMs", "delayMs");

        private final int needed;
        private final List<String> fields;

        Restart(int needed, String... fields) {
            this.needed = needed;
            this.fields = List.of(fields);
        }
    }

    private RecoveryErrors() {}

    /** @param recovery that fits the contract's schema */
    public static List<ProblemError> of(JsonObject recovery) {
        return Stream.concat(
                        recovery.containsKey("restart")
                                ? restart(recovery.getJsonObject("restart")).stream()
                                : Stream.of(),
                        recovery.containsKey("absentConsumer")
                                ? absent(recovery.getJsonObject("absentConsumer")).stream()
                                : Stream.of())
                .toList();
    }

    private static List<ProblemError> restart(JsonObject json) {
        List<ProblemError> errors = new ArrayList<>();
        String kind = json.getString("kind");
        Restart rule = Words.constant(Restart.class, kind);
        for (String field : rule.fields.subList(0, rule.needed)) {
            if (!json.containsKey(field)) {
                errors.add(ProblemError.at(
                        RESTART + "/" + field,
                        "missing-field",
                        "field '%s' is needed with kind '%s' and was not given".formatted(field, kind)));
            }
        }
        for (String field : json.fieldNames()) {
            if (!field.equals("kind") && !rule.fields.contains(field)) {
                errors.add(unfit(RESTART, field, kind));
            }
        }
        if (errors.isEmpty() && rule == Restart.EXPONENTIAL) {
            errors.addAll(pauses(json));
        }
        return errors;
    }

    private static List<ProblemError> pauses(JsonObject json) {
        long initialMs = json.getLong("initialMs", RestartStrategy.exponential().initialMs());
        long maxMs = json.getLong("maxMs", RestartStrategy.exponential().maxMs());
        return maxMs >= initialMs
                ? List.of()
                : List.of(ProblemError.at(
                        RESTART + "/maxMs",
                        "out-of-range",
                        "expected at least the initial pause of %d ms, found %d".formatted(initialMs, maxMs)));
    }

    private static List<ProblemError> absent(JsonObject json) {
        String kind = json.getString("kind");
        boolean buffers = kind.equals("buffer") || kind.equals("reroute");
        return json.containsKey("bytes") && !buffers ? List.of(unfit(ABSENT, "bytes", kind)) : List.of();
    }

    private static ProblemError unfit(String pointer, String field, String kind) {
        return ProblemError.at(
                pointer + "/" + field, "unfit-field", "field '%s' does not go with kind '%s'".formatted(field, kind));
    }
}
