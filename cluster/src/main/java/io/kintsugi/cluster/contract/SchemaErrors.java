package io.kintsugi.cluster.contract;

import io.kintsugi.cluster.client.ProblemError;
import io.kintsugi.core.model.Nearest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.core.json.pointer.JsonPointer;
import io.vertx.json.schema.OutputUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Says in plain words what a schema validator found. The validator reports every schema on the way to an error, and a
 * field that is known but wrong also as unknown; here each error is told once.
 */
final class SchemaErrors {
    private static final int FOUND_LENGTH_MAX = 60;

    private final JsonObject schema;
    private final Object instance;
    private final String prefix;

    SchemaErrors(JsonObject schema, Object instance, String prefix) {
        this.schema = schema;
        this.instance = instance;
        this.prefix = prefix;
    }

    List<ProblemError> explain(List<OutputUnit> units) {
        List<ProblemError> errors = new ArrayList<>();
        for (OutputUnit unit : units) {
            explain(unit).filter(error -> !errors.contains(error)).ifPresent(errors::add);
        }
        return errors;
    }

    private Optional<ProblemError> explain(OutputUnit unit) {
        String location = fragment(unit.getAbsoluteKeywordLocation());
        String keyword = location.substring(location.lastIndexOf('/') + 1);
        JsonObject rule = rule(location.substring(0, location.lastIndexOf('/')));
        String at = fragment(unit.getInstanceLocation());
        return switch (keyword) {
            case "$ref", "properties", "items" -> Optional.empty();
            case "additionalProperties" -> unknownField(rule, at);
            case "required" -> missingFields(rule, at);
            case "type" ->
                Optional.of(
                        error(at, "wrong-type", "expected " + choice(rule.getValue("type")) + ", found " + found(at)));
            case "enum" -> Optional.of(notOneOf(rule, at));
            case "pattern" ->
                Optional.of(error(
                        at,
                        "wrong-form",
                        "found " + found(at) + "; expected: "
                                + rule.getString("description", rule.getString("pattern"))));
            case "minimum", "maximum" -> Optional.of(error(at, "out-of-range", range(rule, at)));
            case "minLength", "maxLength" -> Optional.of(error(at, "wrong-length", length(rule, at)));
            default -> Optional.of(error(at, keyword, String.valueOf(unit.getError())));
        };
    }

    private Optional<ProblemError> unknownField(JsonObject rule, String at) {
        if (!Boolean.FALSE.equals(rule.getValue("additionalProperties"))) {
            return Optional.empty();
        }
        String name = unescape(at.substring(at.lastIndexOf('/') + 1));
        Collection<String> known =
                rule.getJsonObject("properties", new JsonObject()).fieldNames();
        if (known.contains(name)) {
            return Optional.empty();
        }
        ProblemError error =
                error(at, "unknown-field", "unknown field '%s'%s".formatted(name, Nearest.hint(name, known)));
        return Optional.of(Nearest.to(name, known).map(error::suggest).orElse(error));
    }

    /** The validator stops at the first missing field of an object, so one error names all of them. */
    private Optional<ProblemError> missingFields(JsonObject rule, String at) {
        List<String> missing = rule.getJsonArray("required").stream()
                .map(String::valueOf)
                .filter(name -> !(value(at) instanceof JsonObject given) || !given.containsKey(name))
                .toList();
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        String fields = missing.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
        String verb = missing.size() == 1
                ? "field %s is needed and was not given"
                : "fields %s are needed and were not given";
        return Optional.of(error(at + "/" + missing.get(0), "missing-field", verb.formatted(fields)));
    }

    private ProblemError notOneOf(JsonObject rule, String at) {
        List<String> allowed =
                rule.getJsonArray("enum").stream().map(String::valueOf).toList();
        String given = String.valueOf(value(at));
        ProblemError error =
                error(at, "wrong-value", "expected %s, found %s".formatted(String.join(" or ", allowed), found(at)));
        return Nearest.to(given, allowed).map(error::suggest).orElse(error);
    }

    private String length(JsonObject rule, String at) {
        int length = String.valueOf(value(at)).length();
        return "expected %d to %s characters, found %d"
                .formatted(rule.getInteger("minLength", 0), rule.getValue("maxLength", "any number of"), length);
    }

    private String range(JsonObject rule, String at) {
        String most = rule.containsKey("maximum") ? " to " + rule.getValue("maximum") : "";
        return "expected %s from %s%s, found %s"
                .formatted(choice(rule.getValue("type")), rule.getValue("minimum", "any"), most, found(at));
    }

    private ProblemError error(String at, String code, String detail) {
        return ProblemError.at(prefix + at, code, detail);
    }

    private JsonObject rule(String location) {
        return JsonPointer.from(location).queryJson(schema) instanceof JsonObject found ? found : new JsonObject();
    }

    private @Nullable Object value(String at) {
        return JsonPointer.from(at).queryJson(instance);
    }

    /** A type and a value, {@code number 5}; long values are cut. */
    private String found(String at) {
        Object value = at.isEmpty() ? instance : value(at);
        if (value == null) {
            return "null";
        }
        if (value instanceof JsonObject) {
            return "an object";
        }
        if (value instanceof JsonArray) {
            return "an array";
        }
        String text = String.valueOf(value);
        String cut = text.length() > FOUND_LENGTH_MAX ? text.substring(0, FOUND_LENGTH_MAX) + "..." : text;
        return value instanceof String ? "'" + cut + "'" : value instanceof Number ? "the number " + cut : cut;
    }

    private static String choice(@Nullable Object type) {
        return type instanceof JsonArray types
                ? types.stream().map(String::valueOf).collect(Collectors.joining(" or "))
                : String.valueOf(type);
    }

    /** What stands behind {@code #}: a JSON pointer, empty for the root. */
    private static String fragment(String location) {
        return location.substring(location.indexOf('#') + 1);
    }

    private static String unescape(String token) {
        return token.replace("~1", "/").replace("~0", "~");
    }
}
