package io.kintsugi.cluster.membership;

import io.kintsugi.core.config.ClusterSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes to join through. Hazelcast alone would found a cluster of one when no seed answers, and merge it later; here
 * only the first seed, or a node without seeds, founds one.
 */
final class Seeds {
    private static final Logger LOG = LoggerFactory.getLogger(Seeds.class);
    private static final int CONNECT_TIMEOUT_MS = 1_000;
    private static final int PAUSE_MS = 200;

    private final List<InetSocketAddress> others = new ArrayList<>();
    private final boolean mayFound;
    private final ClusterSettings settings;

    Seeds(ClusterSettings settings) {
        this.settings = settings;
        InetSocketAddress self = new InetSocketAddress(settings.host(), settings.port());
        List<InetSocketAddress> all =
                settings.seeds().stream().map(Seeds::parse).toList();
        all.stream().filter(seed -> !seed.equals(self)).forEach(others::add);
        mayFound = all.isEmpty() || all.get(0).equals(self);
    }

    private static InetSocketAddress parse(String seed) {
        int colon = seed.lastIndexOf(':');
        return new InetSocketAddress(seed.substring(0, colon), Integer.parseInt(seed.substring(colon + 1)));
    }

    /** Whether this node may be alone. */
    boolean mayFound() {
        return mayFound;
    }

    /** Returns when a seed can be connected to, at once if this node may found a cluster. Blocks. */
    void await() throws InterruptedException {
        if (mayFound) {
            return;
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(settings.joinTimeoutMs());
        boolean said = false;
        while (!oneAnswers()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "cluster.seeds: none of %s answered within %d ms; is the first of them running, and reachable from %s?"
                                .formatted(settings.seeds(), settings.joinTimeoutMs(), settings.host()));
            }
            if (!said) {
                LOG.info("waiting for one of the seeds {} to answer", settings.seeds());
                said = true;
            }
            TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        }
    }

    private boolean oneAnswers() {
        for (InetSocketAddress seed : others) {
            // A name that could not be resolved yet is tried again.
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(seed.getHostString(), seed.getPort()), CONNECT_TIMEOUT_MS);
                return true;
            } catch (IOException notThere) {
                // The next one, or the next round.
            }
        }
        return false;
    }
}
