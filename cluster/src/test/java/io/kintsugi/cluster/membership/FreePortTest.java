package io.kintsugi.cluster.membership;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.config.ClusterSettings;
import io.kintsugi.core.model.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FreePortTest {
    @TempDir
    private Path folder;

    @Test
    void namesThePortOfTheMembershipAndItsSetting() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Nodes nodes = new Nodes(folder)) {
            ClusterSettings settings = ports(nodes, other.getLocalPort(), 0);

            assertThatThrownBy(() -> nodes.start(settings, "late", Role.WORKER))
                    .hasMessageContaining("cluster.port: port %d of 127.0.0.1 is in use", other.getLocalPort());
        }
    }

    @Test
    void namesThePortOfTheEventBusAndItsSetting() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Nodes nodes = new Nodes(folder)) {
            ClusterSettings settings = ports(nodes, 0, other.getLocalPort());

            assertThatThrownBy(() -> nodes.start(settings, "late", Role.WORKER))
                    .hasMessageContaining(
                            "cluster.event-bus-port: port %d of 127.0.0.1 is in use", other.getLocalPort());
        }
    }

    private static ClusterSettings ports(Nodes nodes, int port, int eventBusPort) {
        ClusterSettings free = nodes.settings(1, List.of());
        return new ClusterSettings(
                free.name(),
                free.host(),
                port,
                eventBusPort,
                List.of(),
                1,
                free.joinTimeoutMs(),
                free.lostAfterS(),
                free.controlTimeoutMs());
    }
}
