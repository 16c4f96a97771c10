package io.kintsugi.cluster.client;

import io.kintsugi.core.model.Words;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.recovery.CheckpointsWithLoss;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * What a job does about failures, as JSON. What is left out is as in a recovery that is given; a limit that is left out of
 * an answer is none. Values that cannot be throw {@link IllegalArgumentException}.
 */
public final class RecoveryJson {
    private static final RestartStrategy.Exponential STANDARD = RestartStrategy.exponential();

    private RecoveryJson() {}

    public static JsonObject write(Recovery recovery) {
        JsonObject absent =
                new JsonObject().put("kind", Words.of(recovery.absentConsumer().kind()));
        if (recovery.absentConsumer().bytes() > 0) {
            absent.put("bytes", recovery.absentConsumer().bytes());
        }
        return new JsonObject()
                .put("strategy", Words.of(recovery.strategy()))
                .put("restart", recovery.restart().accept(new WriteRestart()))
                .put("absentConsumer", absent)
                .put("lossBudget", write(recovery.budget()))
                .put("checkpointsWithLoss", Words.of(recovery.checkpoints()));
    }

    private static JsonObject write(LossBudget budget) {
        JsonObject json = new JsonObject();
        if (budget.records() < Long.MAX_VALUE) {
            json.put("records", budget.records());
        }
        if (budget.fraction() < 1) {
            json.put("fraction", budget.fraction());
        }
        if (budget.recoveries() < Integer.MAX_VALUE) {
            json.put("recoveries", budget.recoveries());
        }
        if (budget.unavailableMs() < Long.MAX_VALUE) {
            json.put("unavailableMs", budget.unavailableMs());
        }
        return json.put("windowMs", budget.windowMs()).put("onExcess", Words.of(budget.onExcess()));
    }

    /** Reads what {@link #write} wrote, or another text that leaves nothing out. */
    public static Recovery read(JsonObject json) {
        return read(json, Recovery.none());
    }

    /**
     * The recovery that {@code otherwise} becomes with what {@code json} says, which {@link RecoveryErrors} has found nothing
     * wrong with.
     */
    public static Recovery read(JsonObject json, Recovery otherwise) {
        Recovery recovery = otherwise.strategy(strategy(json).orElse(otherwise.strategy()));
        if (json.containsKey("restart")) {
            recovery = recovery.restart(restart(json.getJsonObject("restart")));
        }
        if (json.containsKey("absentConsumer")) {
            recovery = recovery.absentConsumer(absent(json.getJsonObject("absentConsumer")));
        }
        if (json.containsKey("lossBudget")) {
            recovery = recovery.lossBudget(budget(json.getJsonObject("lossBudget")));
        }
        if (json.containsKey("checkpointsWithLoss")) {
            recovery = recovery.checkpointsWithLoss(
                    Words.constant(CheckpointsWithLoss.class, json.getString("checkpointsWithLoss")));
        }
        return recovery;
    }

    /** The strategy that {@code json} says. */
    public static Optional<Recovery.Strategy> strategy(JsonObject json) {
        return Optional.ofNullable(json.getString("strategy"))
                .map(word -> Words.constant(Recovery.Strategy.class, word));
    }

    private static AbsentConsumer absent(JsonObject json) {
        AbsentConsumer.Kind kind = Words.constant(AbsentConsumer.Kind.class, json.getString("kind"));
        boolean buffers = kind == AbsentConsumer.Kind.BUFFER || kind == AbsentConsumer.Kind.REROUTE;
        return new AbsentConsumer(kind, json.getLong("bytes", buffers ? AbsentConsumer.BUFFER_BYTES : 0));
    }

    private static LossBudget budget(JsonObject json) {
        LossBudget none = LossBudget.unlimited();
        return new LossBudget(
                json.getLong("records", none.records()),
                json.getDouble("fraction", none.fraction()),
                json.getInteger("recoveries", none.recoveries()),
                json.getLong("unavailableMs", none.unavailableMs()),
                json.getLong("windowMs", none.windowMs()),
                Words.constant(LossBudget.OnExcess.class, json.getString("onExcess", Words.of(none.onExcess()))));
    }

    private static RestartStrategy restart(JsonObject json) {
        String kind = json.getString("kind");
        return switch (kind) {
            case "none" -> RestartStrategy.none();
            case "fixed-delay" ->
                new RestartStrategy.FixedDelay(json.getInteger("restarts"), json.getLong("delayMs", 0L));
            case "exponential" ->
                new RestartStrategy.Exponential(
                        json.getLong("initialMs", STANDARD.initialMs()),
                        json.getLong("maxMs", STANDARD.maxMs()),
                        json.getDouble("jitter", STANDARD.jitter()),
                        json.getLong("resetAfterMs", STANDARD.resetAfterMs()));
            case "failure-rate" ->
                new RestartStrategy.FailureRate(
                        json.getInteger("failures"), json.getLong("windowMs"), json.getLong("delayMs", 0L));
            default ->
                throw new IllegalArgumentException(
                        "restart strategy: none, fixed-delay, exponential or failure-rate expected, found '%s'"
                                .formatted(kind));
        };
    }

    private static final class WriteRestart implements RestartStrategy.Visitor<JsonObject> {
        @Override
        public JsonObject none(RestartStrategy.None none) {
            return new JsonObject().put("kind", "none");
        }

        @Override
        public JsonObject fixedDelay(RestartStrategy.FixedDelay fixed) {
            return new JsonObject()
                    .put("kind", "fixed-delay")
                    .put("restarts", fixed.restartsMax())
                    .put("delayMs", fixed.delayMs());
        }

        @Override
        public JsonObject exponential(RestartStrategy.Exponential exponential) {
            return new JsonObject()
                    .put("kind", "exponential")
                    .put("initialMs", exponential.initialMs())
                    .put("maxMs", exponential.maxMs())
                    .put("jitter", exponential.jitter())
                    .put("resetAfterMs", exponential.resetAfterMs());
        }

        @Override
        public JsonObject failureRate(RestartStrategy.FailureRate rate) {
            return new JsonObject()
                    .put("kind", "failure-rate")
                    .put("failures", rate.failuresMax())
                    .put("windowMs", rate.windowMs())
                    .put("delayMs", rate.delayMs());
        }
    }
}
