package io.kintsugi.worker.net;

import static io.kintsugi.worker.net.DataPlaneTest.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.config.Config;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskLocation;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class ClusteredDataPlaneTest {
    private static final ChannelSettings SETTINGS = ChannelSettings.defaults();
    private static final NodeId LEFT = new NodeId("left", "L1");
    private static final NodeId RIGHT = new NodeId("right", "R1");
    private static Vertx left;
    private static Vertx right;
    private static DataPlane leftPlane;
    private static DataPlane rightPlane;
    private static Vertx between;
    private static CuttingProxy toLeft;
    private static CuttingProxy toRight;

    @BeforeAll
    static void start() throws IOException {
        List<Integer> ports = List.of(freePort(), freePort());
        List<Integer> busPorts = List.of(freePort(), freePort());
        List<Integer> proxyPorts = List.of(freePort(), freePort());
        between = Vertx.vertx();
        toLeft = await(CuttingProxy.start(between, proxyPorts.get(0), busPorts.get(0)));
        toRight = await(CuttingProxy.start(between, proxyPorts.get(1), busPorts.get(1)));
        left = clustered(ports, 0, bus(busPorts.get(0), proxyPorts.get(0)));
        right = clustered(ports, 1, bus(busPorts.get(1), proxyPorts.get(1)));
        leftPlane = await(DataPlane.start(left, LEFT));
        rightPlane = await(DataPlane.start(right, RIGHT));
    }

    @AfterAll
    static void stop() {
        await(leftPlane.close());
        await(rightPlane.close());
        await(left.close());
        await(right.close());
        await(between.close());
    }

    @Test
    void carriesRecordsToAnotherNodeInOrderAndOnce() {
        long bytes =
                carry(SETTINGS, 200_000, TestJobs::flight).output().counters().bytes();

        assertThat(bytes).isGreaterThan(200_000 * 10);
    }

    @Test
    void carriesRecordsThatAreLargerThanAFrame() {
        byte[] text = new byte[3_000_000];
        java.util.Arrays.fill(text, (byte) 'x');
        String large = new String(text, java.nio.charset.StandardCharsets.ISO_8859_1);

        carry(SETTINGS, 20, i -> i % 5 == 0 ? large + i : "small" + i);
    }

    @Test
    void losesNothingWhenConnectionsAreCutAgainAndAgain() {
        ChannelSettings quick = new ChannelSettings(32, 1000, 32_768, 16_777_216, 5, 50, 250);
        int before = toLeft.connections() + toRight.connections();
        long timer = between.setPeriodic(40, ignored -> {
            toLeft.cut();
            toRight.cut();
        });
        between.setTimer(2_000, ignored -> between.cancelTimer(timer));

        ChannelPair.Writer writer = carry(quick, 600_000, TestJobs::flight);

        assertThat(toLeft.connections() + toRight.connections() - before).isGreaterThan(2);
        assertThat(writer.output().counters().resent()).isPositive();
    }

    private static ChannelPair.Writer carry(ChannelSettings settings, int records, LongFunction<Object> record) {
        RecordCodec leftCodec = TestJobs.codec(settings);
        RecordCodec rightCodec = TestJobs.codec(settings);
        ChannelPair.Writer writer = new ChannelPair.Writer(leftPlane, leftCodec, settings, records, record);
        ChannelPair.Reader reader = new ChannelPair.Reader(rightPlane, rightCodec, settings, record);
        await(left.deployVerticle(writer));
        await(right.deployVerticle(reader));
        writer.connect(new TaskLocation(RIGHT, reader.loop));
        reader.connect(new TaskLocation(LEFT, writer.loop));

        assertThat(await(reader.result())).isEqualTo(records);
        assertThat(await(writer.result())).isEqualTo(records);
        assertThat(reader.input().counters().lost()).isZero();
        assertThat(reader.events()).isPositive();
        assertThat(reader.input().counters().bytes())
                .isEqualTo(writer.output().counters().bytes());
        leftPlane.release(ChannelPair.JOB);
        rightPlane.release(ChannelPair.JOB);
        return writer;
    }

    private static Vertx clustered(List<Integer> ports, int self, EventBusOptions bus) {
        Config config = new Config().setClusterName("data-plane-test-" + ports.get(0));
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "slf4j");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.getNetworkConfig().setPort(ports.get(self)).setPortAutoIncrement(false);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getTcpIpConfig().setEnabled(true);
        ports.forEach(
                port -> config.getNetworkConfig().getJoin().getTcpIpConfig().addMember("127.0.0.1:" + port));
        return await(Vertx.builder()
                .with(new VertxOptions().setEventBusOptions(bus))
                .withClusterManager(new HazelcastClusterManager(config))
                .buildClustered());
    }

    /** Others reach it through the proxy. */
    private static EventBusOptions bus(int port, int proxyPort) {
        return new EventBusOptions()
                .setHost("127.0.0.1")
                .setPort(port)
                .setClusterPublicHost("127.0.0.1")
                .setClusterPublicPort(proxyPort);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
