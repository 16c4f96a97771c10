package io.kintsugi.webconsole.live;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;
import io.vertx.core.Context;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All topics that somebody watches on this node. However many watch a topic, the cluster is asked once per {@link #look}.
 * Used on one event loop.
 */
public final class Feeds {
    private final Map<Topic, Feed> feeds = new TreeMap<>();
    private final TopicReader reader;
    private final Context context;

    /**
     * Asks nobody before somebody joins.
     *
     * @param figuresMax living jobs whose figures are in the overview; of more, the first by name
     * @param context of the event loop that watchers are called on
     */
    public Feeds(Api api, int figuresMax, Context context) {
        this.reader = new TopicReader(api, figuresMax);
        this.context = context;
    }

    /** What is known is told at once; what is not, soon. */
    public void join(Watcher watcher, List<Topic> topics) {
        for (Topic topic : topics) {
            Feed feed = feeds.computeIfAbsent(topic, Feed::new);
            boolean first = !feed.isWatched();
            feed.join(watcher);
            if (first) {
                look(feed);
            }
        }
    }

    public void leave(Watcher watcher) {
        feeds.values().forEach(feed -> feed.leave(watcher));
        feeds.values().removeIf(feed -> !feed.isWatched());
    }

    /** Asks for all topics that are watched. */
    public void look() {
        List.copyOf(feeds.values()).forEach(this::look);
    }

    private void look(Feed feed) {
        if (feed.mayAsk()) {
            reader.read(feed.topic())
                    .onComplete(answer -> context.runOnContext(v -> {
                        if (answer.succeeded()) {
                            feed.answered(answer.result());
                        } else {
                            feed.failed(problem(answer.cause()));
                        }
                    }));
        }
    }

    private static Problem problem(Throwable failure) {
        return failure instanceof ProblemException known
                ? known.problem()
                : Problem.of(ProblemCode.INTERNAL, "cannot look at the cluster: " + failure);
    }
}
