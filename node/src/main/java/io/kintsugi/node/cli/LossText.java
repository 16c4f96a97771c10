package io.kintsugi.node.cli;

import io.kintsugi.core.model.Words;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Locale;

/** Loss accounts as text. */
final class LossText {
    private LossText() {}

    static String account(JsonObject loss) {
        JsonObject budget = loss.getJsonObject("budget");
        String head = String.join(
                "\n",
                totals(loss.getJsonObject("total")),
                String.format(
                        Locale.ROOT,
                        "budget window: %d lost, %.4f %% of the records; %s, %d ms unavailable%s",
                        budget.getLong("lost"),
                        100 * budget.getDouble("fraction"),
                        Words.count(budget.getInteger("recoveries"), "recovery"),
                        budget.getLong("unavailableMs"),
                        budget.getBoolean("exceeded") ? "; EXCEEDED" : ""),
                "the last checkpoint compared %s: %s"
                        .formatted(
                                Words.count(loss.getInteger("checkedChannels"), "channel"),
                                loss.getBoolean("balanced") ? "balanced" : "NOT BALANCED, which is a bug"));
        JsonArray entries = loss.getJsonArray("entries");
        return entries.isEmpty() ? head : head + "\n\n" + table(entries);
    }

    /** One line. */
    static String totals(JsonObject totals) {
        return "lost %s (state gone %d, discarded %d), duplicates %d, orphans %d, late after recovery %d"
                .formatted(
                        lost(totals),
                        totals.getLong("lostState"),
                        totals.getLong("discarded"),
                        totals.getLong("duplicates"),
                        totals.getLong("orphans"),
                        totals.getLong("lateAfterRecovery"));
    }

    /** {@code 12}, {@code 10..12} where only limits are known, {@code 12 or more} where nobody can say. */
    static String lost(JsonObject totals) {
        long most = totals.getLong("lost");
        return switch (totals.getString("basis")) {
            case "COUNTED" -> Long.toString(most);
            case "BOUNDED" -> totals.getLong("least") + ".." + most;
            default -> totals.getLong("least") + " or more";
        };
    }

    private static String table(JsonArray entries) {
        TextTable table = new TextTable(
                "RECOVERY",
                "PRODUCER",
                "CONSUMER",
                "CHANNEL",
                "EPOCH",
                "FROM",
                "TO",
                "KIND",
                "COUNT",
                "BASIS",
                "STATE");
        for (Object item : entries) {
            JsonObject entry = (JsonObject) item;
            table.add(
                    entry.getString("recovery"),
                    entry.getString("producer"),
                    entry.getString("consumer"),
                    entry.getString("channel"),
                    entry.getInteger("epoch").toString(),
                    entry.getString("from"),
                    entry.getString("to"),
                    entry.getString("kind"),
                    entry.getLong("count").toString(),
                    entry.getString("basis"),
                    entry.getString("state"));
        }
        return table.toString();
    }
}
