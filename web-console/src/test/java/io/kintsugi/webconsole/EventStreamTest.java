package io.kintsugi.webconsole;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.webconsole.live.Topic;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a real connection, at whose other end nobody reads for a while. */
final class EventStreamTest {
    private static final String HOST = "127.0.0.1";
    private static final int PATIENCE_MS = 60_000;
    private static final int CHANGES = 10_000;
    private static final int LITTLE_ROOM = 4_096;
    /** 100 MB in all: more than the buffers of any connection. */
    private static final String LONG = "x".repeat(10_000);

    private static final List<Topic> TOPICS = Topic.list("overview");

    private final Vertx vertx = Vertx.vertx();
    private final AtomicLong ids = new AtomicLong();

    @AfterEach
    void close() {
        vertx.close().await();
    }

    @Test
    void givesAClientThatDidNotReadTheWholeValueAndNotAllThatItMissed() throws Exception {
        Promise<Void> changed = Promise.promise();
        HttpServer server = vertx.createHttpServer()
                .requestHandler(request -> changeALot(request, changed))
                .listen(0, HOST)
                .await();

        try (Socket client = new Socket()) {
            client.setReceiveBufferSize(LITTLE_ROOM);
            client.setSoTimeout(PATIENCE_MS);
            client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.actualPort()));
            client.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            changed.future().toCompletionStage().toCompletableFuture().get(PATIENCE_MS, TimeUnit.MILLISECONDS);

            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
            assertThat(nextSnapshot(reader)).isEqualTo(1);
            assertThat(nextSnapshot(reader)).isEqualTo(CHANGES);
            assertThat(ids.get()).isLessThan(CHANGES / 2);
        }
    }

    /** All changes at once, and then the newest value again and again, as a node looks once a second. */
    private void changeALot(HttpServerRequest request, Promise<Void> changed) {
        EventStream stream = new EventStream(request, ids::incrementAndGet);
        stream.begin(TOPICS);
        for (int change = 1; change <= CHANGES; change++) {
            look(stream, change);
        }
        vertx.setPeriodic(10, timer -> look(stream, CHANGES));
        changed.complete();
    }

    private static void look(EventStream stream, int change) {
        JsonObject value = new JsonObject().put("change", change).put("text", LONG);
        stream.looked(TOPICS.get(0), value, value);
    }

    /** Reads on to it, and has the number of its change. */
    private static int nextSnapshot(BufferedReader reader) throws Exception {
        String line = reader.readLine();
        while (!line.equals("event: snapshot")) {
            line = reader.readLine();
        }
        String data = reader.readLine();
        return new JsonObject(data.substring("data: ".length()))
                .getJsonObject("value")
                .getInteger("change");
    }
}
