package io.kintsugi.webconsole;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A body in JSON or YAML, and where its values stand in the text.
 *
 * @param value empty if there was no body
 * @param text as it was sent
 */
record RequestBody(JsonObject value, String text) {
    /** As lenient as the decoder behind it, which takes comments, but for fields that stand there twice. */
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .build();

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
        readToTheEnd(bytes);
        try {
            Object value = Json.decodeValue(bytes);
            return value instanceof Map<?, ?> ? bytes.toJsonObject() : value;
        } catch (DecodeException e) { // A second value behind the first.
            throw malformed("JSON", String.valueOf(e.getMessage()), 1, 1);
        }
    }

    /** The decoder takes the last of two fields with one name without a word, and its messages name no place by themselves. */
    private static void readToTheEnd(Buffer bytes) {
        try (JsonParser parser = JSON.createParser(bytes.getBytes())) {
            while (parser.nextToken() != null) {}
        } catch (JsonProcessingException e) {
            JsonLocation place = e.getLocation();
            throw malformed("JSON", e.getOriginalMessage(), place.getLineNr(), place.getColumnNr());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read bytes that are here", e);
        }
    }

    private static ProblemException malformed(String language, String message, int line, int column) {
        ProblemError error = ProblemError.at("#", "syntax", "not " + language + ": " + message);
        return Problem.of(ProblemCode.MALFORMED_BODY, List.of(error.in(line, column)))
                .toException();
    }
}
