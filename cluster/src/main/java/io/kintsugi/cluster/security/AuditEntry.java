package io.kintsugi.cluster.security;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Map;

/**
 * Somebody changed something, or tried to.
 *
 * @param user {@link Caller#UNKNOWN} if nobody asked who it was
 * @param what the names in path and body; never the parameters of a job, which may be secret
 * @param status as HTTP has it; 2xx: it was done
 * @param code of the problem, or empty
 */
public record AuditEntry(
        long atMs, String user, String operation, JsonObject what, int status, String code, String requestId) {
    /** Always of the same length, so that the order of texts is that of times. */
    private static final DateTimeFormatter MILLISECONDS =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

    private static final int FIELDS_MAX = 20;
    private static final int TEXT_MAX = 200;

    /** Of the parameters and the body of a request keeps what says which thing it was about. */
    public static JsonObject target(JsonObject parameters, JsonObject body) {
        JsonObject target = new JsonObject();
        putTexts(body, target);
        if (body.getValue("program") instanceof JsonObject program) {
            putTexts(program, target);
        }
        putTexts(parameters, target);
        return target;
    }

    /** Not what is nested, such as the parameters of a job. */
    private static void putTexts(JsonObject from, JsonObject target) {
        for (Map.Entry<String, Object> field : from) {
            boolean nested = field.getValue() instanceof JsonObject || field.getValue() instanceof JsonArray;
            if (!nested && target.size() < FIELDS_MAX) {
                target.put(cut(field.getKey()), cut(String.valueOf(field.getValue())));
            }
        }
    }

    private static String cut(String text) {
        return text.length() <= TEXT_MAX ? text : text.substring(0, TEXT_MAX) + "...";
    }

    JsonObject toJson(String node) {
        JsonObject json = new JsonObject()
                .put("at", MILLISECONDS.format(Instant.ofEpochMilli(atMs)))
                .put("node", node)
                .put("user", user)
                .put("operation", operation)
                .put("what", what)
                .put("status", status);
        if (!code.isEmpty()) {
            json.put("code", code);
        }
        return json.put("requestId", requestId);
    }
}
