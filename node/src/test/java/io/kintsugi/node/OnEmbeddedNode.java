package io.kintsugi.node;

import static io.kintsugi.node.Waiting.await;

import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Tests that have a node of their own in this process, begun before each and closed behind it. */
abstract class OnEmbeddedNode {
    Vertx vertx;
    Kintsugi kintsugi;

    @BeforeEach
    final void begin() throws Exception {
        vertx = Vertx.vertx();
        kintsugi = await(Kintsugi.embedded(vertx));
    }

    @AfterEach
    final void close() throws Exception {
        await(kintsugi.close());
        await(vertx.close());
    }
}
