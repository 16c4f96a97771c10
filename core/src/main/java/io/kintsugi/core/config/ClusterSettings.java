package io.kintsugi.core.config;

import java.util.List;

/** How a node finds the other nodes of its cluster, and when it gives one up. */
public record ClusterSettings(
        @Setting(
                key = "name",
                fallback = "kintsugi",
                reason =
                        "Nodes join only nodes of the same cluster name; it is no secret and protects from mistakes only.")
        String name,

        @Setting(
                key = "host",
                fallback = "127.0.0.1",
                reason = "Address that this node binds and that the others reach it at; a private one, since"
                        + " membership is not protected. Another one than the loopback address needs authentication.")
        String host,

        @Setting(
                key = "port",
                fallback = "5701",
                min = 0,
                max = 65_535,
                reason = "Port of the membership protocol; 0 takes a free one, which no other node can have as a seed.")
        int port,

        @Setting(
                key = "event-bus-port",
                fallback = "0",
                min = 0,
                max = 65_535,
                reason = "Port for records and commands; 0 takes a free one, since the others learn it by membership.")
        int eventBusPort,

        @Setting(
                key = "seeds",
                fallback = "",
                reason = "host:port of nodes to join through. The first one, and a node without seeds, may found a"
                        + " cluster alone; every other node waits until it has found a seed.")
        List<String> seeds,

        @Setting(
                key = "quorum",
                fallback = "1",
                min = 1,
                max = 99,
                reason = "Coordinators that must be in view before one of them leads; more than half of all that the"
                        + " cluster has, so that two halves cannot both lead.")
        int quorum,

        @Setting(
                key = "join-timeout-ms",
                fallback = "60000",
                min = 1_000,
                max = 3_600_000,
                reason = "How long a node looks for a seed before its start fails.")
        int joinTimeoutMs,

        @Setting(
                key = "lost-after-s",
                fallback = "5",
                min = 3,
                max = 600,
                reason = "A node that was silent for this long is removed and its tasks are lost; a crash is seen in"
                        + " 0.1 s without it, and less than 3 s takes a busy node for a dead one.")
        int lostAfterS,

        @Setting(
                key = "control-timeout-ms",
                fallback = "2000",
                min = 100,
                max = 60_000,
                reason = "How long a command or an event waits for its acknowledgement before it is repeated.")
        int controlTimeoutMs) {
    public ClusterSettings {
        seeds = List.copyOf(seeds);
        seeds.forEach(ClusterSettings::requireHostAndPort);
    }

    private static void requireHostAndPort(String seed) {
        int colon = seed.lastIndexOf(':');
        try {
            int port = Integer.parseInt(seed.substring(colon + 1));
            if (colon > 0 && port > 0 && port <= 65_535) {
                return;
            }
        } catch (NumberFormatException notAPort) {
            // Said below.
        }
        throw new IllegalArgumentException(
                "cluster.seeds: '" + seed + "': expected host:port with a port from 1 to 65535, such as 10.0.0.7:5701");
    }

    public static ClusterSettings defaults() {
        return new ClusterSettings("kintsugi", "127.0.0.1", 5701, 0, List.of(), 1, 60_000, 5, 2_000);
    }
}
