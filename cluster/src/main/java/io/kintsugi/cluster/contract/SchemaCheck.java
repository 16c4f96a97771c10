package io.kintsugi.cluster.contract;

import io.kintsugi.cluster.client.ProblemError;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Holds values against one schema of the contract. Safe for all threads. */
public final class SchemaCheck {
    private static final String BASE = "kintsugi:///";
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,15}");

    private final JsonObject schema;
    private @Nullable Validator validator;

    private SchemaCheck(JsonObject schema) {
        this.schema = schema;
    }

    /** Makes checks that share the components of one contract; equal schemas share a check. */
    static final class Factory {
        private final JsonObject components;
        private final Map<JsonObject, SchemaCheck> checks = new LinkedHashMap<>();

        Factory(JsonObject components) {
            this.components = components;
        }

        SchemaCheck of(JsonObject schema) {
            return checks.computeIfAbsent(
                    schema, same -> new SchemaCheck(same.copy().put("components", components)));
        }
    }

    /** As a value of this schema is written in a path or a query: a number where the schema wants one and the text is one. */
    Object value(String text) {
        boolean whole =
                "integer".equals(schema.getValue("type")) && WHOLE.matcher(text).matches();
        return whole ? (Object) Long.valueOf(text) : text;
    }

    /** Makes what takes long to make; else the first value that is held against this does. */
    void prepare() {
        validator().validate(new JsonObject());
    }

    /** Made when it is first needed, of a copy, since the validator writes its own fields into a schema. */
    private synchronized Validator validator() {
        if (validator == null) {
            JsonSchemaOptions options = new JsonSchemaOptions()
                    .setBaseUri(BASE)
                    .setDraft(Draft.DRAFT202012)
                    .setOutputFormat(OutputFormat.Basic);
            validator = Validator.create(JsonSchema.of(schema.copy()), options);
        }
        return validator;
    }

    /**
     * All that is wrong with {@code value}, each thing once.
     *
     * @param pointer where the value stands, {@code #} for the whole body
     */
    public List<ProblemError> errors(Object value, String pointer) {
        OutputUnit result = validator().validate(value);
        if (Boolean.TRUE.equals(result.getValid())) {
            return List.of();
        }
        List<ProblemError> errors = new SchemaErrors(schema, value, pointer).explain(result.getErrors());
        return errors.isEmpty()
                ? List.of(ProblemError.at(pointer, "invalid", "does not fit the contract: " + result.getErrors()))
                : errors;
    }
}
