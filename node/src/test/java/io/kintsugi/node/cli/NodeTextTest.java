package io.kintsugi.node.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

final class NodeTextTest {
    private final JsonObject node = new JsonObject().put("name", "w1").put("state", "ACTIVE");

    @Test
    void saysWhomANodeDoesNotReach() {
        assertThat(NodeText.line(node)).isEqualTo("w1 ACTIVE");

        node.put("unreached", new JsonArray().add("w2").add("c1"));

        assertThat(NodeText.line(node)).isEqualTo("w1 ACTIVE, does not reach w2, c1");
    }

    @Test
    void saysHowFarADrainIs() {
        node.put("state", "DRAINING").put("tasksLeft", 3);

        assertThat(NodeText.line(node)).isEqualTo("w1 DRAINING (3 tasks left)");
    }
}
