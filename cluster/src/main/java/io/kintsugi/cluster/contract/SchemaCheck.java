package io.kintsugi.cluster.contract;

import io.kintsugi.cluster.client.ProblemError;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.util.List;

/** Holds values against one schema of the contract. Safe for all threads. */
public final class SchemaCheck {
    private static final String BASE = "kintsugi:///";

    private final JsonObject schema;
    private final Validator validator;

    private SchemaCheck(JsonObject schema) {
        this.schema = schema;
        JsonSchemaOptions options = new JsonSchemaOptions()
                .setBaseUri(BASE)
                .setDraft(Draft.DRAFT202012)
                .setOutputFormat(OutputFormat.Basic);
        this.validator = Validator.create(JsonSchema.of(schema), options);
    }

    /** Makes checks that share the components of one contract. */
    static final class Factory {
        private final JsonObject components;

        Factory(JsonObject components) {
            this.components = components;
        }

        SchemaCheck of(JsonObject schema) {
            return new SchemaCheck(schema.copy().put("components", components));
        }
    }

    /**
     * All that is wrong with {@code value}, each thing once.
     *
     * @param pointer where the value stands, {@code #} for the whole body
     */
    public List<ProblemError> errors(Object value, String pointer) {
        OutputUnit result = validator.validate(value);
        if (Boolean.TRUE.equals(result.getValid())) {
            return List.of();
        }
        List<ProblemError> errors = new SchemaErrors(schema, value, pointer).explain(result.getErrors());
        return errors.isEmpty()
                ? List.of(ProblemError.at(pointer, "invalid", "does not fit the contract: " + result.getErrors()))
                : errors;
    }
}
