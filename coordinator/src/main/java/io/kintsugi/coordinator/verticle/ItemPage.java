package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemError;
import io.kintsugi.cluster.client.ProblemException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A part of a list; the cursor is the key of the last item that was given. */
final class ItemPage {
    /** As many as can be asked for. */
    private static final long ITEMS_MAX = 1_000;

    private ItemPage() {}

    /** @param key tells the items apart */
    static ApiReply of(ApiCall call, List<JsonObject> all, Function<JsonObject, String> key) {
        int from = start(call.parameters().getString("cursor"), all, key);
        int to = (int) Math.min(all.size(), from + call.parameter("limit", ITEMS_MAX));
        JsonObject body = new JsonObject().put("items", new JsonArray(all.subList(from, to)));
        return ApiReply.ok(to < all.size() ? body.put("nextCursor", key.apply(all.get(to - 1))) : body);
    }

    private static int start(@Nullable String cursor, List<JsonObject> all, Function<JsonObject, String> key) {
        if (cursor == null) {
            return 0;
        }
        for (int i = 0; i < all.size(); i++) {
            if (cursor.equals(key.apply(all.get(i)))) {
                return i + 1;
            }
        }
        throw gone("what '%s' stands for is gone; begin anew without a cursor".formatted(cursor));
    }

    static ProblemException gone(String words) {
        return Problem.of(
                        ProblemCode.INVALID_REQUEST,
                        List.of(ProblemError.at("#/params/cursor", "unknown-cursor", words)))
                .toException();
    }
}
