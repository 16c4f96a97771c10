package io.kintsugi.cluster.client;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.LossEntry;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** How a loss account looks in JSON, by the rules of {@link JobJson}. */
public final class LossJson {
    private LossJson() {}

    public static JsonObject write(LossStatus status) {
        return new JsonObject()
                .put("total", write(status.total()))
                .put("balanced", status.balanced())
                .put("checkedChannels", status.checkedChannels())
                .put("budget", write(status.budget()))
                .put(
                        "entries",
                        new JsonArray(
                                status.entries().stream().map(LossJson::write).toList()));
    }

    public static LossStatus read(JsonObject json) {
        return new LossStatus(
                readTotals(json.getJsonObject("total")),
                json.getBoolean("balanced"),
                json.getInteger("checkedChannels"),
                readBudget(json.getJsonObject("budget")),
                json.getJsonArray("entries").stream()
                        .map(entry -> readEntry((JsonObject) entry))
                        .toList());
    }

    static JsonObject write(LossTotals totals) {
        return new JsonObject()
                .put("lostState", totals.lostState())
                .put("discarded", totals.discarded())
                .put("duplicates", totals.duplicates())
                .put("orphans", totals.orphans())
                .put("lateAfterRecovery", totals.lateAfterRecovery())
                .put("lost", totals.lost())
                .put("least", totals.least())
                .put("basis", totals.basis().name());
    }

    static LossTotals readTotals(JsonObject json) {
        return new LossTotals(
                json.getLong("lostState"),
                json.getLong("discarded"),
                json.getLong("duplicates"),
                json.getLong("orphans"),
                json.getLong("lateAfterRecovery"),
                json.getLong("least"),
                LossBasis.valueOf(json.getString("basis")));
    }

    private static JsonObject write(LossStatus.Budget budget) {
        return new JsonObject()
                .put("lost", budget.lost())
                .put("fraction", budget.fraction())
                .put("recoveries", budget.recoveries())
                .put("unavailableMs", budget.unavailableMs())
                .put("exceeded", budget.exceeded());
    }

    private static LossStatus.Budget readBudget(JsonObject json) {
        return new LossStatus.Budget(
                json.getLong("lost"),
                json.getDouble("fraction"),
                json.getInteger("recoveries"),
                json.getLong("unavailableMs"),
                json.getBoolean("exceeded"));
    }

    private static JsonObject write(LossEntry entry) {
        LossRange range = entry.range();
        return new JsonObject()
                .put("channel", range.channel().toString())
                .put("producer", entry.producer().toString())
                .put("consumer", entry.consumer().toString())
                .put("epoch", range.epoch())
                .put("from", Long.toString(range.fromSeq()))
                .put("to", Long.toString(range.toSeq()))
                .put("kind", range.kind().name())
                .put("basis", range.basis().name())
                .put("count", range.count())
                .put("least", range.least())
                .put("recovery", Long.toString(entry.recovery()))
                .put("state", entry.state().name());
    }

    private static LossEntry readEntry(JsonObject json) {
        LossRange range = new LossRange(
                ChannelId.parse(json.getString("channel")),
                json.getInteger("epoch"),
                Long.parseLong(json.getString("from")),
                Long.parseLong(json.getString("to")),
                LossKind.valueOf(json.getString("kind")),
                LossBasis.valueOf(json.getString("basis")),
                json.getLong("least"));
        return new LossEntry(
                range,
                TaskId.parse(json.getString("producer")),
                TaskId.parse(json.getString("consumer")),
                Long.parseLong(json.getString("recovery")),
                LossEntry.State.valueOf(json.getString("state")));
    }
}
