package io.kintsugi.webconsole.live;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Stream;

/** Answers of the API in the shape that topics have. */
final class Json {
    private Json() {}

    static Stream<JsonObject> objects(JsonObject answer, String list) {
        return answer.getJsonArray(list, new JsonArray()).stream().map(JsonObject.class::cast);
    }

    /** A list as an object, by a field of its elements. */
    static JsonObject byField(JsonObject answer, String list, String field) {
        JsonObject found = new JsonObject();
        objects(answer, list).forEach(item -> found.put(item.getString(field), item));
        return found;
    }

    static JsonObject without(JsonObject answer, String field) {
        JsonObject copy = answer.copy();
        copy.remove(field);
        return copy;
    }
}
