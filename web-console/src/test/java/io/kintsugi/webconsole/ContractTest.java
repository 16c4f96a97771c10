package io.kintsugi.webconsole;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.contract.ApiContract;
import io.kintsugi.cluster.contract.ApiOperation;
import io.kintsugi.core.config.ConsoleSettings;
import io.kintsugi.core.config.HttpSettings;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds every answer of every operation against the contract. */
final class ContractTest {
    private static final ApiContract CONTRACT = ApiContract.load();

    @TempDir
    static Path temp;

    private static HttpFixture node;
    private static Map<String, Scenarios.Scenario> scenarios;

    @BeforeAll
    static void start() throws Exception {
        node = new HttpFixture(temp, true);
        scenarios = Scenarios.all(HttpFixture.file(TestJar.build(temp)));
    }

    @AfterAll
    static void stop() throws Exception {
        node.close();
    }

    @AfterEach
    void reset() throws Exception {
        node.reset();
    }

    static Stream<String> documented() {
        return CONTRACT.operations().stream()
                .flatMap(operation -> operation.responses().keySet().stream()
                        .map(status -> operation.id() + " " + status)
                        .sorted());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("documented")
    void givesTheAnswerThatTheContractDescribes(String key) throws Exception {
        assertThat(scenarios).containsKey(key);
        String[] parts = key.split(" ");
        ApiOperation operation = CONTRACT.operation(parts[0]).orElseThrow();
        ApiOperation.Response response = operation.responses().get(Integer.valueOf(parts[1]));

        Answer answer = Scenarios.needsUsers(key) ? askWithUsers(key) : ask(node, key);

        assertThat(answer.status()).as(answer.body().toString()).isEqualTo(Integer.valueOf(parts[1]));
        assertThat(answer.type()).isEqualTo(response.mediaType());
        if (response.schema().isPresent()) {
            assertThat(response.schema().get().errors(answer.json(), "#")).isEmpty();
            assertThat(undocumented(answer.json())).isEmpty();
        }
        if (parts[1].equals("201")) {
            assertThat(node.get(answer.headers().get("location")).status()).isEqualTo(200);
        }
    }

    private static Answer ask(HttpFixture asked, String key) throws Exception {
        Answer answer = asked.send(scenarios.get(key).prepare(asked));
        if (List.of("listNodes 503", "getNode 503", "getAudit 503").contains(key)) {
            asked.startService();
        }
        return answer;
    }

    /** A node of its own, since wrong passwords have consequences. */
    private static Answer askWithUsers(String key) throws Exception {
        Path folder = temp.resolve(key.replace(' ', '-'));
        try (HttpFixture fresh = new HttpFixture(folder, true, Staff.in(folder))) {
            return ask(fresh, key);
        }
    }

    @Test
    void hasNoScenarioForWhatTheContractDoesNotSay() {
        assertThat(scenarios.keySet()).isEqualTo(new TreeSet<>(documented().toList()));
    }

    @Test
    void hasAHandlerForEachHttpOperationAndNoOther() {
        List<String> inContract = CONTRACT.operations().stream()
                .filter(ApiOperation::httpOnly)
                .map(ApiOperation::id)
                .toList();
        HttpParts parts = new HttpParts(
                HttpSettings.defaults(),
                ConsoleSettings.defaults(),
                ChangingMembership.SELF,
                List::of,
                context -> {},
                Optional.empty(),
                HttpDoor.open());

        assertThat(new OperationHandlers(node.vertx, parts).httpOnly()).containsExactlyInAnyOrderElementsOf(inContract);
    }

    @Test
    void publishesTheContractAsItIs() throws Exception {
        assertThat(node.get("/api/v1/openapi.yaml").body()).isEqualTo(Buffer.buffer(CONTRACT.text()));
    }

    /** Field names that stand in no schema of the contract. */
    private static List<String> undocumented(JsonObject answer) {
        TreeSet<String> known = new TreeSet<>();
        fields(CONTRACT.document().getJsonObject("components").getJsonObject("schemas"), known);
        TreeSet<String> used = new TreeSet<>();
        names(answer, used);
        used.removeAll(known);
        return List.copyOf(used);
    }

    private static void fields(Object schema, Set<String> known) {
        if (schema instanceof JsonObject object) {
            if (object.getValue("properties") instanceof JsonObject properties) {
                known.addAll(properties.fieldNames());
            }
            object.forEach(entry -> fields(entry.getValue(), known));
        }
    }

    private static void names(Object value, Set<String> used) {
        if (value instanceof JsonObject object) {
            object.forEach(entry -> {
                used.add(entry.getKey());
                boolean namesAreData = List.of("params", "taskStates", "what").contains(entry.getKey());
                names(namesAreData ? "" : entry.getValue(), used);
            });
        } else if (value instanceof JsonArray array) {
            array.forEach(element -> names(element, used));
        }
    }
}
