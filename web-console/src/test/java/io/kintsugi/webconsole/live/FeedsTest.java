package io.kintsugi.webconsole.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.client.Problem;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On a real event loop, asking a cluster that says what the test wants. */
final class FeedsTest {
    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();
    private final List<String> asked = new ArrayList<>();
    private String state = "RUNNING";
    private final Feeds feeds = new Feeds(this::answer, 10, loop);

    /** Notes what it is told. */
    private static final class Notes implements Watcher {
        private final List<String> told = new ArrayList<>();

        @Override
        public void looked(Topic topic, JsonObject value, JsonObject patch) {
            told.add(topic + " " + patch.encode());
        }

        @Override
        public void failed(Topic topic, Problem problem) {
            told.add(topic + " failed");
        }
    }

    @AfterEach
    void close() {
        vertx.close().await();
    }

    @Test
    void asksOnceForAllWhoWatchATopicAndTellsEachOnlyWhatChanged() throws Exception {
        Notes first = new Notes();
        Notes second = new Notes();
        List<Topic> overview = Topic.list("overview");

        onLoop(() -> feeds.join(first, overview));
        onLoop(() -> feeds.join(second, overview));
        state = "FINISHED";
        onLoop(feeds::look);
        onLoop(feeds::look);

        assertThat(asked.stream().filter("listJobs"::equals)).hasSize(3);
        assertThat(second.told).hasSize(3);
        assertThat(first.told.get(1)).isEqualTo("overview {\"jobs\":{\"clicks\":{\"state\":\"FINISHED\"}}}");
        assertThat(first.told.get(2)).isEqualTo("overview {}");
    }

    @Test
    void asksForNothingThatNobodyWatchesAnyMore() throws Exception {
        Notes notes = new Notes();

        onLoop(() -> feeds.join(notes, Topic.list("overview")));
        onLoop(() -> feeds.leave(notes));
        asked.clear();
        onLoop(feeds::look);

        assertThat(asked).isEmpty();
    }

    @Test
    void tellsThatATopicCannotBeLookedAtAndGoesOn() throws Exception {
        Notes notes = new Notes();

        state = "";
        onLoop(() -> feeds.join(notes, Topic.list("overview")));
        state = "RUNNING";
        onLoop(feeds::look);

        assertThat(notes.told.get(0)).isEqualTo("overview failed");
        assertThat(notes.told.get(1)).contains("RUNNING");
    }

    private Future<JsonObject> answer(String operation, JsonObject params) {
        asked.add(operation);
        if (state.isEmpty()) {
            return Future.failedFuture(new IllegalStateException("nobody answers"));
        }
        JsonArray items = new JsonArray();
        if (operation.equals("listJobs")) {
            items.add(
                    new JsonObject().put("name", "clicks").put("state", state).put("endedAt", "2026-01-01T00:00:00Z"));
        }
        return Future.succeededFuture(new JsonObject().put("items", items));
    }

    /** Runs it on the event loop and waits until all that it caused has been told. */
    private void onLoop(Runnable act) throws Exception {
        Promise<Void> done = Promise.promise();
        loop.runOnContext(v -> {
            act.run();
            loop.runOnContext(w -> done.complete());
        });
        done.future().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }
}
