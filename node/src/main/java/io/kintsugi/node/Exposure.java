package io.kintsugi.node;

import io.kintsugi.core.model.Role;
import io.kintsugi.node.config.NodeConfig;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a node from starting where strangers could use it, and says who can. */
final class Exposure {
    private static final Logger LOG = LoggerFactory.getLogger(Exposure.class);

    private static final String REMEDY = "; without authentication everybody who reaches it may run jobs. Set"
            + " security.users-file and security.key (docs/security.md), or %s";

    private Exposure() {}

    /**
     * Throws {@link IllegalArgumentException} that names each setting that does not go with no authentication.
     *
     * @param clustered whether the event bus is bound as well
     */
    static void require(NodeConfig config, boolean clustered) {
        if (config.security().hasAuthentication()) {
            return;
        }
        List<String> problems = new ArrayList<>();
        String http = config.http().host();
        if (hasHttp(config) && !isLoopback(http)) {
            problems.add("http.host: " + http + " is not the loopback address" + REMEDY.formatted("take 127.0.0.1"));
        }
        String bus = config.cluster().host();
        if (clustered && !isLoopback(bus)) {
            problems.add("cluster.host: " + bus + " is not the loopback address, and the event-bus API answers there"
                    + REMEDY.formatted("take 127.0.0.1"));
        }
        if (hasHttp(config) && config.http().artifactUploads()) {
            problems.add("http.artifact-uploads: true" + REMEDY.formatted("take false"));
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", problems));
        }
    }

    /** One line, and a warning for passwords that can be overheard. */
    static void log(NodeConfig config) {
        if (!config.security().hasAuthentication()) {
            LOG.info("security authentication=off: only this machine can reach the API, and JAR uploads are off");
            return;
        }
        LOG.info(
                "security authentication=on users={} issuer={} tls-http={} tls-event-bus={}",
                shown(config.security().usersFile()),
                shown(config.security().issuer()),
                config.tls().http(),
                config.tls().eventBus());
        if (hasHttp(config) && !config.tls().http() && !isLoopback(config.http().host())) {
            LOG.warn(
                    "security passwords and tokens travel in the clear to {}: set tls.http",
                    config.http().host());
        }
    }

    private static String shown(String setting) {
        return setting.isEmpty() ? "none" : setting;
    }

    private static boolean hasHttp(NodeConfig config) {
        return config.node().roles().contains(Role.CONSOLE);
    }

    /** May ask the system for a name. */
    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
