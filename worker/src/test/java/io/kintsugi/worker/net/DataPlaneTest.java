package io.kintsugi.worker.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.worker.channel.Frame;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class DataPlaneTest {
    private static final NodeId SELF = new NodeId("one", "i1");
    private static final ChannelSettings SETTINGS = ChannelSettings.defaults();

    private final RecordCodec codec = TestJobs.codec(SETTINGS);
    private Vertx vertx;
    private DataPlane plane;

    @BeforeEach
    void start() {
        vertx = Vertx.vertx();
        plane = await(DataPlane.start(vertx, SELF));
    }

    @AfterEach
    void stop() {
        await(plane.close());
        await(vertx.close());
    }

    @Test
    void carriesRecordsByReferenceBetweenEventLoops() {
        carry(new DeploymentOptions(), new DeploymentOptions());
    }

    @Test
    void carriesRecordsBetweenAnEventLoopAndABlockingTask() {
        carry(new DeploymentOptions(), new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER));
        carry(new DeploymentOptions().setThreadingModel(ThreadingModel.WORKER), new DeploymentOptions());
    }

    private void carry(DeploymentOptions forWriter, DeploymentOptions forReader) {
        ChannelPair.Writer writer = new ChannelPair.Writer(plane, codec, SETTINGS, 100_000, i -> i);
        ChannelPair.Reader reader = new ChannelPair.Reader(plane, codec, SETTINGS, i -> i);
        await(vertx.deployVerticle(writer, forWriter));
        await(vertx.deployVerticle(reader, forReader));
        writer.connect(new TaskLocation(SELF, reader.loop));
        reader.connect(new TaskLocation(SELF, writer.loop));

        assertThat(await(reader.result())).isEqualTo(100_000);
        assertThat(await(writer.result())).isEqualTo(100_000);
        assertThat(writer.output().counters().resent()).isZero();
        assertThat(reader.input().counters().bytes()).isZero();
        plane.release(ChannelPair.JOB);
    }

    @Test
    void givesTasksTheLoopsInTurn() {
        Set<Integer> loops = new TreeSet<>();
        for (int i = 0; i < 20; i++) {
            loops.add(plane.nextLoop().index());
        }

        assertThat(loops).hasSize(Math.min(20, 2 * Runtime.getRuntime().availableProcessors()));
    }

    @Test
    void dropsAndCountsAFrameForAChannelThatNobodyHolds() {
        Frame.Header header = new Frame.Header(new ChannelId(1, 2, 3), 1, 1, 1);

        plane.sink(new JobId("gone", 1), header.channel(), new TaskLocation(SELF, 0), codec)
                .send(new Frame.Probe(header, 0, 0));

        Awaitility.await().atMost(1, TimeUnit.MINUTES).until(() -> plane.unroutable() == 1);
    }

    @Test
    void keepsTheTwoEndsOfAChannelApartOnOneNode() {
        Frame.Header header = new Frame.Header(ChannelPair.CHANNEL, 1, 1, 1);
        var toProducer = new LinkedBlockingQueue<Frame>();
        var toConsumer = new LinkedBlockingQueue<Frame>();
        plane.open(
                ChannelPair.JOB, List.of(), List.of(ChannelPair.CHANNEL), (id, frame) -> toProducer.add(frame), codec);
        plane.open(
                ChannelPair.JOB, List.of(ChannelPair.CHANNEL), List.of(), (id, frame) -> toConsumer.add(frame), codec);
        var sink = plane.sink(ChannelPair.JOB, ChannelPair.CHANNEL, new TaskLocation(SELF, 0), codec);

        sink.send(new Frame.Probe(header, 0, 0));
        sink.send(new Frame.Credit(header, 0, 0, null));

        Awaitility.await().atMost(1, TimeUnit.MINUTES).until(() -> toProducer.size() == 1 && toConsumer.size() == 1);
        assertThat(toProducer.remove()).isInstanceOf(Frame.Credit.class);
        assertThat(toConsumer.remove()).isInstanceOf(Frame.Probe.class);
    }

    @Test
    void leavesTheChannelsOfALaterAttemptOpenWhenAnEarlierOneClosesThem() {
        var arrived = new LinkedBlockingQueue<Frame>();
        TaskEndpoint earlier = (id, frame) -> {};
        TaskEndpoint later = (id, frame) -> arrived.add(frame);
        List<ChannelId> channels = List.of(ChannelPair.CHANNEL);
        plane.open(ChannelPair.JOB, channels, List.of(), earlier, codec);
        plane.open(ChannelPair.JOB, channels, List.of(), later, codec);
        var sink = plane.sink(ChannelPair.JOB, ChannelPair.CHANNEL, new TaskLocation(SELF, 0), codec);
        Frame.Header header = new Frame.Header(ChannelPair.CHANNEL, 1, 1, 1);

        plane.close(ChannelPair.JOB, channels, List.of(), earlier);
        sink.send(new Frame.Probe(header, 0, 0));
        Awaitility.await().atMost(1, TimeUnit.MINUTES).until(() -> arrived.size() == 1);

        plane.close(ChannelPair.JOB, channels, List.of(), later);
        sink.send(new Frame.Probe(header, 0, 0));
        Awaitility.await().atMost(1, TimeUnit.MINUTES).until(() -> plane.unroutable() == 1);
    }

    @Test
    void sendsToAPeerThatIsGoneWithoutAnError() {
        NodeId gone = new NodeId("gone", "i0");
        Frame.Header header = new Frame.Header(ChannelPair.CHANNEL, 1, 1, 1);
        var sink = plane.sink(ChannelPair.JOB, ChannelPair.CHANNEL, new TaskLocation(gone, 0), codec);

        sink.send(new Frame.Probe(header, 0, 0));
        sink.send(new Frame.Probe(header, 0, 0));
    }

    static <T> T await(Future<T> future) {
        try {
            return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
