package io.kintsugi.node;

import io.kintsugi.cluster.membership.Member;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.node.config.NodeConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;

/** Says who a node is when it starts. */
final class NodeIds {
    private static final int INCARNATION_BYTES = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    private NodeIds() {}

    /** What the other nodes will see of a node with these settings; asks the system for the host's name if it has none. */
    static Member member(NodeConfig config) {
        String name =
                config.node().name().isEmpty() ? hostName() : config.node().name();
        Set<Role> roles = Set.copyOf(config.node().roles());
        return new Member(
                fresh(name),
                roles,
                roles.contains(Role.WORKER) ? config.node().slots() : 0,
                roles.contains(Role.CONSOLE)
                        ? config.http().host() + ":" + config.http().port()
                        : "");
    }

    /** An incarnation that no start ever had. */
    static NodeId fresh(String name) {
        byte[] incarnation = new byte[INCARNATION_BYTES];
        RANDOM.nextBytes(incarnation);
        return new NodeId(name, HexFormat.of().formatHex(incarnation));
    }

    /** A free port of {@code host}: other nodes hear of the HTTP port when this one joins, before it listens. */
    static int freePort(String host) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(host, 0));
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("http.host: cannot listen on '" + host + "': " + e.getMessage(), e);
        }
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "node"; // A host without a name can still do its work.
        }
    }
}
