package io.kintsugi.webconsole.live;

import io.kintsugi.cluster.client.Problem;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One topic on this node and all who watch it. Used by one thread. */
final class Feed {
    private final Topic topic;
    private final Set<Watcher> watchers = new LinkedHashSet<>();
    private @Nullable JsonObject value;
    private boolean asked;

    Feed(Topic topic) {
        this.topic = topic;
    }

    Topic topic() {
        return topic;
    }

    /** Tells at once what is known already. */
    void join(Watcher watcher) {
        watchers.add(watcher);
        if (value != null) {
            watcher.looked(topic, value, new JsonObject());
        }
    }

    void leave(Watcher watcher) {
        watchers.remove(watcher);
    }

    boolean isWatched() {
        return !watchers.isEmpty();
    }

    /** Whether to ask now: not while the answer before is still awaited. */
    boolean mayAsk() {
        boolean free = !asked;
        asked = true;
        return free;
    }

    void answered(JsonObject next) {
        asked = false;
        JsonObject patch = value == null ? next : MergePatch.between(value, next);
        value = next;
        everybody().forEach(watcher -> watcher.looked(topic, next, patch));
    }

    void failed(Problem problem) {
        asked = false;
        everybody().forEach(watcher -> watcher.failed(topic, problem));
    }

    /** A copy, since a watcher may leave while it is told. */
    private List<Watcher> everybody() {
        return new ArrayList<>(watchers);
    }
}
