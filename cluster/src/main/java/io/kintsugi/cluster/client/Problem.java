package io.kintsugi.cluster.client;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * An error of the API as RFC 9457 describes it.
 *
 * @param code which kind; decides type, title and status
 * @param detail what happened this time, for people
 * @param requestId finds the request in the log; empty until the service adds it
 * @param errors what is wrong where; may be empty
 */
public record Problem(ProblemCode code, String detail, String requestId, List<ProblemError> errors) {
    public Problem {
        errors = List.copyOf(errors);
    }

    public static Problem of(ProblemCode code, String detail) {
        return new Problem(code, detail, "", List.of());
    }

    /** A problem that lists errors; the detail is their number and the first of them. */
    public static Problem of(ProblemCode code, List<ProblemError> errors) {
        String more = errors.size() == 1 ? "" : " (and " + (errors.size() - 1) + " more)";
        String first = errors.isEmpty() ? code.title() : errors.get(0).detail();
        return new Problem(code, first + more, "", errors);
    }

    public Problem withRequestId(String id) {
        return new Problem(code, detail, id, errors);
    }

    public Problem withErrors(List<ProblemError> placed) {
        return new Problem(code, detail, requestId, placed);
    }

    public ProblemException toException() {
        return new ProblemException(this);
    }

    public JsonObject toJson() {
        JsonObject json = new JsonObject()
                .put("type", code.type())
                .put("title", code.title())
                .put("status", code.status())
                .put("code", code.code())
                .put("detail", detail);
        if (!requestId.isEmpty()) {
            json.put("instance", "urn:kintsugi:request:" + requestId).put("requestId", requestId);
        }
        if (!errors.isEmpty()) {
            json.put(
                    "errors",
                    new JsonArray(errors.stream().map(ProblemError::toJson).toList()));
        }
        return json;
    }

    /** Reads what {@link #toJson} wrote; empty for a text that is no problem of this catalogue. */
    public static Optional<Problem> parse(String text) {
        try {
            JsonObject json = new JsonObject(text);
            return ProblemCode.of(json.getString("code", ""))
                    .map(code -> new Problem(
                            code,
                            json.getString("detail", ""),
                            json.getString("requestId", ""),
                            json.getJsonArray("errors", new JsonArray()).stream()
                                    .map(error -> ProblemError.fromJson((JsonObject) error))
                                    .toList()));
        } catch (DecodeException | ClassCastException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return code.code() + " " + detail;
    }
}
