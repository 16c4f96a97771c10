package io.kintsugi.webconsole;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemError;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.cluster.contract.ApiOperation;
import io.kintsugi.cluster.contract.YamlDocument;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.Json;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A body in JSON or YAML, and where its values stand in the text.
 *
 * @param value empty if there was no body
 * @param text as it was sent
 */
record RequestBody(JsonObject value, String text) {
    private static final Pattern JACKSON_PLACE = Pattern.compile("line: (\\d+), column: (\\d+)");
    private static final Pattern JACKSON_MESSAGE =
            Pattern.compile("(?s)^Failed to decode:\\s*(.*?)\\s*(\\(start marker )?(at \\[Source.*)?$");
    private static final String PARAMETERS = "#/params/";

    static RequestBody none() {
        return new RequestBody(new JsonObject(), "");
    }

    /** Throws {@link ProblemException} for a text that is no document or whose document is no object. */
    static RequestBody of(RoutingContext context) {
        Buffer bytes = context.body().buffer();
        if (bytes == null || bytes.length() == 0) {
            return none();
        }
        String text = bytes.toString();
        Object value = ContentType.of(context.request()).equals(Answers.YAML) ? yaml(text) : json(bytes);
        if (!(value instanceof JsonObject object)) {
            throw Problem.of(
                            ProblemCode.INVALID_REQUEST,
                            List.of(ProblemError.at("#", "wrong-type", "the body is no object with fields")
                                    .in(1, 1)))
                    .toException();
        }
        return new RequestBody(object, text);
    }

    /** Throws {@link ProblemException} for what the contract does not take. */
    void require(ApiOperation operation) {
        List<ProblemError> errors = operation.checkBody(text.isEmpty() ? null : value);
        if (!errors.isEmpty()) {
            throw placed(Problem.of(ProblemCode.INVALID_REQUEST, errors)).toException();
        }
    }

    /** Adds line and column to the errors of a problem that lie in this body. */
    Problem placed(Problem problem) {
        if (text.isEmpty() || problem.errors().isEmpty()) {
            return problem;
        }
        YamlDocument.Parsed document;
        try {
            document = YamlDocument.parse(text);
        } catch (YamlDocument.SyntaxException jsonThatIsNoYaml) {
            return problem;
        }
        return problem.withErrors(problem.errors().stream()
                .map(error -> error.pointer().startsWith(PARAMETERS)
                        ? error
                        : document.place(error.pointer())
                                .map(place -> error.in(place.line(), place.column()))
                                .orElse(error))
                .toList());
    }

    private static @Nullable Object yaml(String text) {
        try {
            return YamlDocument.parse(text).value();
        } catch (YamlDocument.SyntaxException e) {
            throw malformed(
                    "YAML",
                    String.valueOf(e.getMessage()),
                    e.place().line(),
                    e.place().column());
        }
    }

    private static @Nullable Object json(Buffer bytes) {
        try {
            Object value = Json.decodeValue(bytes);
            return value instanceof Map<?, ?> ? bytes.toJsonObject() : value;
        } catch (DecodeException e) {
            String message = String.valueOf(e.getMessage());
            Matcher text = JACKSON_MESSAGE.matcher(message);
            Matcher place = JACKSON_PLACE.matcher(message);
            boolean found = place.find();
            throw malformed(
                    "JSON",
                    text.matches() ? text.group(1) : message,
                    found ? Integer.parseInt(place.group(1)) : 0,
                    found ? Integer.parseInt(place.group(2)) : 0);
        }
    }

    private static ProblemException malformed(String language, String message, int line, int column) {
        ProblemError error = ProblemError.at("#", "syntax", "not " + language + ": " + message);
        return Problem.of(ProblemCode.MALFORMED_BODY, List.of(error.in(line, column)))
                .toException();
    }
}
