package io.kintsugi.webconsole.live;

import io.vertx.core.json.JsonObject;
import java.util.Objects;

/**
 * What makes one object of another, as a JSON Merge Patch (RFC 7396): fields that are new or differ, objects by what differs
 * in them, null for fields that are gone. Values of the API have no nulls, which such a patch could not say.
 */
final class MergePatch {
    private MergePatch() {}

    /** Empty if both are equal. */
    static JsonObject between(JsonObject before, JsonObject after) {
        JsonObject patch = new JsonObject();
        for (String field : before.fieldNames()) {
            if (!after.containsKey(field)) {
                patch.putNull(field);
            }
        }
        for (String field : after.fieldNames()) {
            Object old = before.getValue(field);
            Object now = after.getValue(field);
            if (Objects.equals(old, now)) {
                continue;
            }
            patch.put(field, old instanceof JsonObject from && now instanceof JsonObject to ? between(from, to) : now);
        }
        return patch;
    }
}
