package io.kintsugi.cluster.contract;

import io.kintsugi.cluster.client.ProblemError;
import io.kintsugi.cluster.security.Access;
import io.kintsugi.cluster.security.AccessRole;
import io.kintsugi.core.model.Nearest;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One operation of the contract.
 *
 * @param id the operationId; the header {@code operation} on the event bus
 * @param method upper case
 * @param path template, {@code /api/v1/jobs/{name}:stop}
 * @param httpOnly not on the event bus
 * @param changes it may change something, so it is written down who did it
 * @param role what its caller needs at least; empty: everybody may call it
 * @param responses by status
 */
public record ApiOperation(
        String id,
        String method,
        String path,
        boolean httpOnly,
        boolean changes,
        Optional<AccessRole> role,
        List<Parameter> parameters,
        Body body,
        Map<Integer, Response> responses) {
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    public ApiOperation {
        parameters = List.copyOf(parameters);
        responses = Map.copyOf(responses);
    }

    /** What {@link Access} asks of a caller. */
    public Access.Need need() {
        return new Access.Need(id, role);
    }

    /** @param in {@code path}, {@code query} or {@code header} */
    public record Parameter(String name, String in, boolean required, SchemaCheck schema) {
        /** Its field in {@code params}; headers are written as fields are, {@code ifMatch} for {@code If-Match}. */
        public String field() {
            if (!in.equals("header") || !isInParams()) {
                return name;
            }
            StringBuilder field = new StringBuilder();
            for (String word : name.split("-", -1)) {
                field.append(
                                field.isEmpty()
                                        ? Character.toLowerCase(word.charAt(0))
                                        : Character.toUpperCase(word.charAt(0)))
                        .append(word, 1, word.length());
            }
            return field.toString();
        }

        boolean isInParams() {
            return !name.equals(IDEMPOTENCY_KEY);
        }
    }

    /**
     * What the operation takes.
     *
     * @param mediaTypes empty: it takes no body
     * @param schema empty: bytes that the contract does not describe
     */
    public record Body(boolean required, List<String> mediaTypes, Optional<SchemaCheck> schema) {
        public Body {
            mediaTypes = List.copyOf(mediaTypes);
        }
    }

    /**
     * @param mediaType empty: no body
     * @param tagged whether it has an {@code ETag}, which is the run of the job
     */
    public record Response(String mediaType, Optional<SchemaCheck> schema, boolean tagged) {}

    /** The value that a parameter's text stands for; the text itself for a parameter that is not known. */
    public Object parameterValue(String name, String text) {
        return parameters.stream()
                .filter(parameter -> parameter.name().equals(name))
                .findFirst()
                .map(parameter -> parameter.schema().value(text))
                .orElse(text);
    }

    /** Whether a field of {@code params} stands for a header. */
    public boolean isHeaderField(String field) {
        return parameters.stream()
                .anyMatch(parameter ->
                        parameter.in().equals("header") && parameter.field().equals(field));
    }

    /** All that is wrong with parameters in path, query and headers but the idempotency key; {@code given} holds each by its field. */
    public List<ProblemError> checkParameters(JsonObject given) {
        List<ProblemError> errors = new ArrayList<>();
        List<String> known = parameters.stream()
                .filter(Parameter::isInParams)
                .map(Parameter::field)
                .toList();
        for (String name : given.fieldNames()) {
            if (!known.contains(name)) {
                ProblemError error = ProblemError.at(
                        pointer(name),
                        "unknown-parameter",
                        "unknown parameter '%s'%s".formatted(name, Nearest.hint(name, known)));
                errors.add(Nearest.to(name, known).map(error::suggest).orElse(error));
            }
        }
        for (Parameter parameter : parameters) {
            if (parameter.isInParams()) {
                errors.addAll(check(parameter, given.getValue(parameter.field())));
            }
        }
        return errors;
    }

    /** All that is wrong with the header {@code name}; nothing if the operation does not know it. */
    public List<ProblemError> checkHeader(String name, @Nullable String value) {
        return parameters.stream()
                .filter(parameter ->
                        parameter.in().equals("header") && parameter.name().equalsIgnoreCase(name))
                .flatMap(parameter -> check(parameter, value).stream())
                .toList();
    }

    public boolean knowsHeader(String name) {
        return parameters.stream()
                .anyMatch(parameter ->
                        parameter.in().equals("header") && parameter.name().equalsIgnoreCase(name));
    }

    /** Makes all that requests are held against. */
    void prepare() {
        parameters.forEach(parameter -> parameter.schema().prepare());
        body.schema().ifPresent(SchemaCheck::prepare);
    }

    /** All that is wrong with a body; null stands for none. */
    public List<ProblemError> checkBody(@Nullable Object given) {
        if (given == null) {
            return body.required()
                    ? List.of(ProblemError.at("#", "missing-body", "a body is needed and was not sent"))
                    : List.of();
        }
        if (body.mediaTypes().isEmpty()) {
            return List.of(ProblemError.at("#", "unexpected-body", "operation " + id + " takes no body"));
        }
        return body.schema().map(schema -> schema.errors(given, "#")).orElse(List.of());
    }

    private static List<ProblemError> check(Parameter parameter, @Nullable Object value) {
        if (value != null) {
            return parameter.schema().errors(value, pointer(parameter.field()));
        }
        if (!parameter.required()) {
            return List.of();
        }
        return List.of(ProblemError.at(
                pointer(parameter.field()),
                "missing-parameter",
                "parameter '" + parameter.name() + "' is needed and was not given"));
    }

    private static String pointer(String parameter) {
        return "#/params/" + parameter;
    }
}
