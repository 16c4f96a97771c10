package io.kintsugi.cluster.membership;

import com.hazelcast.config.Config;
import com.hazelcast.config.InterfacesConfig;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MultiMapConfig;
import com.hazelcast.config.NetworkConfig;
import io.kintsugi.core.config.ClusterSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What Hazelcast is told: to be a fast failure detector and a small directory, and nothing else. */
final class HazelcastConfig {
    /** The defaults notice a hang after a minute and heal a split after five; the figures were measured on 5.7.0. */
    private static final Map<String, String> PROPERTIES = Map.ofEntries(
            Map.entry("hazelcast.heartbeat.interval.seconds", "1"),
            // A refused reconnect removes a crashed member after 0.1 s instead of 0.4 s.
            Map.entry("hazelcast.connection.monitor.interval", "50"),
            Map.entry("hazelcast.connection.monitor.max.faults", "1"),
            Map.entry("hazelcast.merge.first.run.delay.seconds", "10"),
            Map.entry("hazelcast.merge.next.run.delay.seconds", "10"),
            Map.entry("hazelcast.operation.call.timeout.millis", "10000"),
            Map.entry("hazelcast.graceful.shutdown.max.wait", "10"),
            Map.entry("hazelcast.socket.bind.any", "false"),
            Map.entry("hazelcast.logging.type", "slf4j"),
            Map.entry("hazelcast.phone.home.enabled", "false"),
            Map.entry("hazelcast.health.monitoring.level", "OFF"),
            // A node stops in order: tasks first, membership last.
            Map.entry("hazelcast.shutdownhook.enabled", "false"));

    /** Copies beside the first one of the event bus's directory, so that two nodes may die at once. */
    private static final int BACKUPS = 2;

    /** Where the event bus's cluster manager looks for the id of a member. */
    private static final String EVENT_BUS_ID = "__vertx.nodeId";

    private HazelcastConfig() {}

    /** @param peers whom the node knows from earlier, {@code host:port}; asked beside the seeds */
    static Config of(ClusterSettings settings, Member self, List<String> peers) {
        Config config = new Config()
                .setClusterName(settings.name())
                .setInstanceName("kintsugi-" + self.id().incarnation());
        PROPERTIES.forEach(config::setProperty);
        config.setProperty("hazelcast.max.no.heartbeat.seconds", Integer.toString(settings.lostAfterS()));
        config.getMetricsConfig().setEnabled(false);
        config.getMemberAttributeConfig()
                .setAttributes(MemberAttributes.of(self))
                .setAttribute(EVENT_BUS_ID, self.id().incarnation());
        config.getSerializationConfig().setJavaSerializationFilterConfig(fewClasses());
        config.addMultiMapConfig(new MultiMapConfig("__vertx.subs")
                .setBackupCount(BACKUPS)
                .setValueCollectionType(MultiMapConfig.ValueCollectionType.SET));
        config.addMapConfig(new MapConfig("__vertx.nodeInfo").setBackupCount(BACKUPS));
        network(config.getNetworkConfig(), settings, peers);
        return config;
    }

    private static void network(NetworkConfig network, ClusterSettings settings, List<String> peers) {
        Set<String> addresses = new LinkedHashSet<>(settings.seeds());
        addresses.addAll(peers);
        network.setPort(settings.port()).setPortAutoIncrement(false);
        network.setInterfaces(new InterfacesConfig().setEnabled(true).addInterface(ip(settings.host())));
        JoinConfig join = network.getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setConnectionTimeoutSeconds(2).setMembers(List.copyOf(addresses));
    }

    /**
     * Whoever reaches the port can send objects: only those are taken that Hazelcast and the event bus send themselves.
     * Exceptions with what is in them must be among these: the answer to an operation that has to be repeated is one, and
     * an answer that is refused leaves the operation without any.
     */
    private static JavaSerializationFilterConfig fewClasses() {
        JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig().setDefaultsDisabled(true);
        filter.getWhitelist()
                .addPrefixes(
                        "com.hazelcast.",
                        "io.vertx.spi.cluster.hazelcast.",
                        "java.lang.",
                        "java.util.",
                        "java.io.",
                        "java.time.",
                        "[")
                .addClasses(
                        "java.net.ConnectException",
                        "java.net.NoRouteToHostException",
                        "java.net.SocketException",
                        "java.net.SocketTimeoutException",
                        "java.net.UnknownHostException",
                        "java.nio.channels.ClosedChannelException");
        return filter;
    }

    private static String ip(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "cluster.host: '" + host + "' is not an address of this machine: no such name", e);
        }
    }
}
