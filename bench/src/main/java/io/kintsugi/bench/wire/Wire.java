package io.kintsugi.bench.wire;

import io.kintsugi.cluster.membership.ClusterStart;
import io.kintsugi.cluster.membership.ClusteredVertx;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.ClusterSettings;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.worker.net.DataPlane;
import io.kintsugi.worker.net.RecordCodec;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What both processes agree on. */
final class Wire {
    static final NodeId SENDER = new NodeId("sender", "s1");
    static final NodeId RECEIVER = new NodeId("receiver", "r1");
    static final JobId JOB = new JobId("wire", 1);
    static final ChannelId CHANNEL = new ChannelId(0, 0, 0);
    static final ChannelSettings CHANNELS = ChannelSettings.defaults();
    static final int RECORD_BYTES = 1_024;

    /** Records in a frame of a socket: as many as a channel packs into one. */
    static final int FRAME_RECORDS = CHANNELS.frameBytes() / (RECORD_BYTES + 2);

    /** Frames under way, acknowledged in quarters: what a channel does by default. */
    static final int WINDOW_FRAMES = 32;

    static final int ACK_FRAMES = WINDOW_FRAMES / 4;

    private static final long WAIT_S = 120;

    private Wire() {}

    static ClusteredVertx join(NodeId self, List<String> seeds, Path folder) throws Exception {
        ClusterSettings defaults = ClusterSettings.defaults();
        ClusterSettings settings = new ClusterSettings(
                "wire-bench",
                defaults.host(),
                0,
                0,
                seeds,
                1,
                defaults.joinTimeoutMs(),
                defaults.lostAfterS(),
                defaults.controlTimeoutMs());
        return await(ClusterStart.start(settings, new Member(self, Set.of(Role.WORKER), 1, ""), folder));
    }

    static DataPlane plane(ClusteredVertx cluster, NodeId self) throws Exception {
        return await(DataPlane.start(cluster.vertx(), self));
    }

    static RecordCodec codec() {
        return RecordCodec.of(job().graph(), CHANNELS, Wire.class.getClassLoader());
    }

    static <T> T await(Future<T> future) throws Exception {
        return await("the start", future);
    }

    static <T> T await(String what, Future<T> future) throws Exception {
        try {
            return future.toCompletionStage().toCompletableFuture().get(WAIT_S, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(what + " is not done after " + WAIT_S + " s", e);
        }
    }

    /** A job of one edge: it is never run, but says what travels. */
    private static Job job() {
        JobDraft draft = Job.named("wire");
        draft.source("bytes", new NoBytes()).rebalance().sink("count", context -> new Nothing());
        return draft.build();
    }

    private static final class NoBytes implements Source<byte[], Long> {
        @Override
        public SourceReader<byte[], Long> reader(StepContext context) {
            return new SourceReader<>() {
                @Override
                public ReadStatus read(SourceOutput<byte[]> out, int limit, long nowNs) {
                    return ReadStatus.END;
                }

                @Override
                public Long position() {
                    return 0L;
                }

                @Override
                public void seek(Long position) {}
            };
        }
    }

    private static final class Nothing implements SinkWriter<byte[]> {
        @Override
        public void write(byte[] value, long timestamp) {}
    }
}
