package io.kintsugi.node.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** The server said no, or could not be asked. */
final class ApiFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final transient JsonObject problem;

    /** @param problem as RFC 9457 has it, or at least a {@code detail} */
    ApiFailure(JsonObject problem) {
        super(text(problem));
        this.problem = problem;
    }

    ApiFailure(String detail) {
        this(detail, null);
    }

    ApiFailure(String detail, @Nullable Throwable cause) {
        super(detail, cause);
        this.problem =
                new JsonObject().put("title", "The server could not be asked").put("detail", detail);
    }

    JsonObject problem() {
        return problem;
    }

    /** For people: what, where, and what was probably meant. */
    static String text(JsonObject problem) {
        StringBuilder text = new StringBuilder();
        if (problem.containsKey("code")) {
            text.append(problem.getString("code")).append(' ');
        }
        JsonArray errors = problem.getJsonArray("errors", new JsonArray());
        text.append(problem.getString(errors.isEmpty() ? "detail" : "title", "the server gave no reason"));
        for (Object error : errors) {
            append(text, (JsonObject) error);
        }
        if (problem.containsKey("requestId")) {
            text.append("\n  request ").append(problem.getString("requestId"));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, JsonObject error) {
        text.append("\n  ").append(error.getString("pointer", "#"));
        text.append(": ").append(error.getString("detail", ""));
        if (error.containsKey("suggestion")) {
            text.append("; did you mean '")
                    .append(error.getString("suggestion"))
                    .append("'?");
        }
    }
}
