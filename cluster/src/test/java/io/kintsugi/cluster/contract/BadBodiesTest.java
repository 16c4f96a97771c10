package io.kintsugi.cluster.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.client.ProblemError;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each field of each body that the contract describes, spoilt in each way that the contract forbids. */
final class BadBodiesTest {
    private static final ApiContract CONTRACT = ApiContract.load();

    private static final String SUBMISSION = """
            {"name": "clicks", "program": {"builder": "a.B", "params": {}, "artifact": "sha256:%s"}, "fromSavepoint": "a/b",
             "allowUnmatchedState": true, "recovery": {"strategy": "task", "checkpointsWithLoss": "mark",
               "restart": {"kind": "none", "restarts": 1, "delayMs": 1, "initialMs": 1, "maxMs": 1, "jitter": 0.1, "resetAfterMs": 1,
                           "failures": 1, "windowMs": 1},
               "absentConsumer": {"kind": "buffer", "bytes": 1},
               "lossBudget": {"records": 1, "fraction": 0.1, "recoveries": 1, "unavailableMs": 1, "windowMs": 1, "onExcess": "warn"}}}""".formatted("0".repeat(64));

    /** With all their fields. */
    private static final Map<String, String> GOOD = new TreeMap<>(Map.of(
            "submitJob", SUBMISSION,
            "putJob", SUBMISSION,
            "validateJob", SUBMISSION,
            "stopJob", "{\"mode\": \"savepoint\", \"savepoint\": \"before\"}",
            "restartJob", "{\"from\": \"savepoint\", \"savepoint\": \"before\", \"allowUnmatchedState\": true}",
            "failTask", "{\"task\": \"read[0]\"}",
            "triggerSavepoint", "{\"name\": \"before\"}",
            "quarantineNode", "{\"until\": \"2026-01-15T10:30:00Z\", \"reason\": \"slow disk\"}",
            "logIn", "{\"user\": \"ann\", \"password\": \"secret\"}"));

    /** @param pointer of the field that is wrong */
    private record Spoilt(String operation, String pointer, String code, JsonObject body) {
        @Override
        public String toString() {
            return operation + " " + pointer + " " + code;
        }
    }

    private static JsonObject good(String operation) {
        return new JsonObject(GOOD.get(operation));
    }

    static Stream<Spoilt> spoilt() {
        List<Spoilt> all = new ArrayList<>();
        GOOD.keySet().forEach(operation -> {
            spoil(operation, new ArrayList<>(), all);
        });
        return all.stream();
    }

    /** @param path names of the objects around, from the body on */
    private static void spoil(String operation, List<String> path, List<Spoilt> all) {
        JsonObject schema = at(schema(operation), path);
        String above = path.isEmpty() ? "#" : "#/" + String.join("/", path);
        if (Boolean.FALSE.equals(schema.getValue("additionalProperties"))) {
            all.add(spoilt(operation, path, "unheard", "unknown-field", 1));
        }
        schema.getJsonArray("required", new JsonArray()).forEach(name -> {
            JsonObject body = good(operation);
            inside(body, path).remove(String.valueOf(name));
            all.add(new Spoilt(operation, above + "/" + name, "missing-field", body));
        });
        for (String name : schema.getJsonObject("properties", new JsonObject()).fieldNames()) {
            JsonObject rule = at(schema, List.of(name));
            all.add(spoilt(operation, path, name, "wrong-type", new JsonArray()));
            if (rule.containsKey("maxLength")) {
                all.add(spoilt(operation, path, name, "wrong-length", "a".repeat(rule.getInteger("maxLength") + 1)));
            }
            if (rule.containsKey("maximum")) {
                all.add(spoilt(operation, path, name, "out-of-range", rule.getLong("maximum") + 1));
                all.add(spoilt(operation, path, name, "out-of-range", rule.getLong("minimum") - 1));
            }
            if (rule.containsKey("enum")) {
                all.add(spoilt(operation, path, name, "wrong-value", "unheard"));
            }
            if (rule.containsKey("pattern")) {
                all.add(spoilt(operation, path, name, "wrong-form", "\u2603"));
            }
            if (rule.containsKey("properties")) {
                List<String> deeper = new ArrayList<>(path);
                deeper.add(name);
                spoil(operation, deeper, all);
            }
        }
    }

    private static Spoilt spoilt(String operation, List<String> path, String name, String code, Object value) {
        JsonObject body = good(operation);
        inside(body, path).put(name, value);
        String above = path.isEmpty() ? "#" : "#/" + String.join("/", path);
        return new Spoilt(operation, above + "/" + name, code, body);
    }

    private static JsonObject inside(JsonObject body, List<String> path) {
        JsonObject at = body;
        for (String name : path) {
            at = at.getJsonObject(name);
        }
        return at;
    }

    /** The schema of what stands there. */
    private static JsonObject at(JsonObject schema, List<String> path) {
        JsonObject at = resolved(schema);
        for (String name : path) {
            at = resolved(at.getJsonObject("properties").getJsonObject(name));
        }
        return at;
    }

    private static JsonObject resolved(JsonObject schema) {
        String reference = schema.getString("$ref", "");
        String name = reference.substring(reference.lastIndexOf('/') + 1);
        return name.isEmpty()
                ? schema
                : resolved(CONTRACT.document()
                        .getJsonObject("components")
                        .getJsonObject("schemas")
                        .getJsonObject(name));
    }

    private static JsonObject schema(String operation) {
        for (Object path : CONTRACT.document().getJsonObject("paths").getMap().values()) {
            for (Map.Entry<String, Object> method : (JsonObject) path) {
                JsonObject described = (JsonObject) method.getValue();
                if (described.getString("operationId", "").equals(operation)) {
                    JsonObject body = described.getJsonObject("requestBody");
                    return body.containsKey("$ref") ? submission() : content(body);
                }
            }
        }
        throw new AssertionError("there is no operation " + operation);
    }

    private static JsonObject submission() {
        return content(CONTRACT.document()
                .getJsonObject("components")
                .getJsonObject("requestBodies")
                .getJsonObject("Submission"));
    }

    private static JsonObject content(JsonObject body) {
        return body.getJsonObject("content").getJsonObject("application/json").getJsonObject("schema");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("spoilt")
    void namesTheFieldThatIsWrongAndWhy(Spoilt spoilt) {
        List<ProblemError> errors =
                CONTRACT.operation(spoilt.operation()).orElseThrow().checkBody(spoilt.body());

        assertThat(errors).as("%s", spoilt.body().encode()).anySatisfy(error -> {
            assertThat(error.pointer()).isEqualTo(spoilt.pointer());
            assertThat(error.code()).isEqualTo(spoilt.code());
        });
    }

    @Test
    void spoilsEachFieldOfEachBody() {
        TreeSet<String> withBody = new TreeSet<>();
        CONTRACT.operations().stream()
                .filter(operation -> operation.body().schema().isPresent())
                .forEach(operation -> withBody.add(operation.id()));

        assertThat(GOOD.keySet()).isEqualTo(withBody);
        GOOD.keySet().forEach(operation -> {
            assertThat(CONTRACT.operation(operation).orElseThrow().checkBody(good(operation)))
                    .as(operation)
                    .isEmpty();
        });
    }
}
