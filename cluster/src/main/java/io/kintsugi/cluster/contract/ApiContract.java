package io.kintsugi.cluster.contract;

import io.kintsugi.cluster.security.AccessRole;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The published contract, read once. Immutable and safe for all threads.
 *
 * <p>One reader and one validator serve HTTP and the event bus; {@code docs/adr/0020-one-contract-one-validator.md} says
 * why it is not vertx-openapi.
 */
public final class ApiContract {
    private static final String FILE = "openapi.yaml";
    private static final String EVERYBODY = "everybody";
    private static final List<String> METHODS = List.of("get", "put", "post", "delete", "patch");

    private final String text;
    private final JsonObject document;
    private final SchemaCheck.Factory schemas;
    private final Map<String, ApiOperation> operations = new LinkedHashMap<>();

    private ApiContract(String text) {
        this.text = text;
        if (!(YamlDocument.parse(text).value() instanceof JsonObject json)) {
            throw new IllegalStateException(FILE + " is not an object");
        }
        this.document = json;
        this.schemas = new SchemaCheck.Factory(document.getJsonObject("components"));
        document.getJsonObject("paths").forEach(path -> {
            for (Map.Entry<String, Object> method : (JsonObject) path.getValue()) {
                if (METHODS.contains(method.getKey())) {
                    add(operation(path.getKey(), method.getKey(), (JsonObject) method.getValue()));
                }
            }
        });
    }

    /** Reads the contract on the first use. */
    private static final class Holder {
        static final ApiContract CONTRACT = read();
    }

    /** The contract on the class path; a contract that is not sound is an error of the build. */
    public static ApiContract load() {
        return Holder.CONTRACT;
    }

    /**
     * The same, ready for requests. Blocks, on a machine that is busy for seconds, where it is called first: so not on an event loop,
     * which else does this when the first request comes.
     */
    public static ApiContract prepared() {
        ApiContract contract = load();
        contract.operations.values().forEach(ApiOperation::prepare);
        return contract;
    }

    private static ApiContract read() {
        try (InputStream in = ApiContract.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is not on the class path beside " + ApiContract.class);
            }
            return new ApiContract(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + FILE + " from the class path", e);
        }
    }

    /** The file as it is published. */
    public String text() {
        return text;
    }

    /** The file as JSON; a copy. */
    public JsonObject document() {
        return document.copy();
    }

    /** In the order of the file. */
    public List<ApiOperation> operations() {
        return List.copyOf(operations.values());
    }

    public Optional<ApiOperation> operation(String id) {
        return Optional.ofNullable(operations.get(id));
    }

    /** A schema of the contract by its name, such as that of news, which no operation answers with. */
    public SchemaCheck schema(String name) {
        return schemas.of(new JsonObject().put("$ref", "#/components/schemas/" + name));
    }

    private void add(ApiOperation operation) {
        if (operations.put(operation.id(), operation) != null) {
            throw new IllegalStateException("contract: operationId " + operation.id() + " stands there twice");
        }
    }

    private ApiOperation operation(String path, String method, JsonObject json) {
        JsonObject body = resolve(json.getJsonObject("requestBody", new JsonObject()));
        JsonObject content = body.getJsonObject("content", new JsonObject());
        Optional<SchemaCheck> bodySchema = content.stream()
                .map(type -> ((JsonObject) type.getValue()).getJsonObject("schema"))
                .filter(schema -> schema != null)
                .findFirst()
                .map(schemas::of);
        return new ApiOperation(
                json.getString("operationId"),
                method.toUpperCase(Locale.ROOT),
                path,
                json.getString("x-transport", "all").equals("http"),
                !method.equals("get") && json.getBoolean("x-changes", true),
                role(json),
                parameters(json.getJsonArray("parameters", new JsonArray())),
                new ApiOperation.Body(
                        body.getBoolean("required", false),
                        content.fieldNames().stream().toList(),
                        bodySchema),
                responses(json.getJsonObject("responses")));
    }

    /** Each operation says it, so that none is open because somebody forgot. */
    private static Optional<AccessRole> role(JsonObject json) {
        String text = json.getString("x-role", "");
        Optional<AccessRole> role = AccessRole.of(text);
        if (role.isEmpty() && !text.equals(EVERYBODY)) {
            throw new IllegalStateException("contract: operation %s: x-role: expected %s or one of %s, found '%s'"
                    .formatted(json.getString("operationId"), EVERYBODY, AccessRole.texts(), text));
        }
        return role;
    }

    private List<ApiOperation.Parameter> parameters(JsonArray array) {
        List<ApiOperation.Parameter> parameters = new ArrayList<>();
        for (Object element : array) {
            JsonObject json = resolve((JsonObject) element);
            parameters.add(new ApiOperation.Parameter(
                    json.getString("name"),
                    json.getString("in"),
                    json.getBoolean("required", false),
                    schemas.of(json.getJsonObject("schema"))));
        }
        return parameters;
    }

    private Map<Integer, ApiOperation.Response> responses(JsonObject json) {
        Map<Integer, ApiOperation.Response> responses = new LinkedHashMap<>();
        for (Map.Entry<String, Object> entry : json) {
            JsonObject response = resolve((JsonObject) entry.getValue());
            JsonObject content = response.getJsonObject("content", new JsonObject());
            String type = content.fieldNames().stream().findFirst().orElse("");
            JsonObject schema = content.getJsonObject(type, new JsonObject()).getJsonObject("schema");
            responses.put(
                    Integer.valueOf(entry.getKey()),
                    new ApiOperation.Response(
                            type,
                            Optional.ofNullable(schema).map(schemas::of),
                            response.getJsonObject("headers", new JsonObject()).containsKey("ETag")));
        }
        return responses;
    }

    private JsonObject resolve(JsonObject json) {
        String reference = json.getString("$ref");
        if (reference == null) {
            return json;
        }
        JsonObject at = document;
        for (String part : reference.substring(2).split("/")) {
            at = at.getJsonObject(part);
            if (at == null) {
                throw new IllegalStateException("contract: " + reference + " points to nothing");
            }
        }
        return at;
    }
}
