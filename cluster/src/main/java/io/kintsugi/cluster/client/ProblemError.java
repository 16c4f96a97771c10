package io.kintsugi.cluster.client;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with a request.
 *
 * @param pointer JSON pointer into the body, {@code #/program/builder}; {@code #/params/...} for a parameter
 * @param line from 1 in the body as it was sent, or 0 if it is not known
 * @param column from 1, or 0 if it is not known
 * @param code kebab-case word for machines
 * @param detail what was expected and what was found
 * @param suggestion what was probably meant, or null
 */
public record ProblemError(
        String pointer,
        int line,
        int column,
        String code,
        String detail,
        @Nullable String suggestion) {

    public static ProblemError at(String pointer, String code, String detail) {
        return new ProblemError(pointer, 0, 0, code, detail, null);
    }

    public ProblemError suggest(String meant) {
        return new ProblemError(pointer, line, column, code, detail, meant);
    }

    public ProblemError in(int atLine, int atColumn) {
        return new ProblemError(pointer, atLine, atColumn, code, detail, suggestion);
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject().put("pointer", pointer);
        if (line > 0) {
            json.put("line", line).put("column", column);
        }
        json.put("code", code).put("detail", detail);
        if (suggestion != null) {
            json.put("suggestion", suggestion);
        }
        return json;
    }

    static ProblemError fromJson(JsonObject json) {
        return new ProblemError(
                json.getString("pointer", "#"),
                json.getInteger("line", 0),
                json.getInteger("column", 0),
                json.getString("code", ""),
                json.getString("detail", ""),
                json.getString("suggestion"));
    }
}
