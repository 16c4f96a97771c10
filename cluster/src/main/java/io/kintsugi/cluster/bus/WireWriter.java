package io.kintsugi.cluster.bus;

import io.kintsugi.cluster.client.RecoveryJson;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.ChannelPeer;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskInventory;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Appends protocol values to a buffer: big-endian numbers, texts as length and UTF-8, records field by field. */
final class WireWriter {
    private final Buffer out;

    WireWriter(Buffer out) {
        this.out = out;
    }

    void number(int value) {
        out.appendInt(value);
    }

    void number(long value) {
        out.appendLong(value);
    }

    void text(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        out.appendInt(utf8.length).appendBytes(utf8);
    }

    void textOrNull(@Nullable String value) {
        orNull(value, this::text);
    }

    void term(Term term) {
        number(term.value());
    }

    void job(JobId job) {
        text(job.name());
        number(job.run());
    }

    void attemptOrNull(@Nullable AttemptId attempt) {
        orNull(attempt, this::attempt);
    }

    void attempt(AttemptId attempt) {
        text(attempt.task().vertex());
        number(attempt.task().subtask());
        number(attempt.number());
    }

    void node(NodeId node) {
        text(node.name());
        text(node.incarnation());
    }

    void location(TaskLocation location) {
        node(location.node());
        number(location.loop());
    }

    void spec(JobSpec spec) {
        job(spec.id());
        text(spec.builder());
        number(spec.parameters().size());
        for (Map.Entry<String, String> parameter : spec.parameters().entrySet()) {
            text(parameter.getKey());
            text(parameter.getValue());
        }
        textOrNull(spec.artifact());
        text(spec.fingerprint());
        Recovery recovery = spec.recovery();
        textOrNull(recovery == null ? null : RecoveryJson.write(recovery).encode());
    }

    void failure(Failure failure) {
        text(failure.type());
        text(failure.message());
        text(failure.trace());
    }

    void peer(ChannelPeer peer) {
        channel(peer.channel());
        number(peer.attempt());
        location(peer.location());
    }

    void flag(boolean value) {
        out.appendByte((byte) (value ? 1 : 0));
    }

    void version(VersionId id) {
        job(id.job());
        attempt(id.attempt());
        number(id.number());
    }

    void state(StateVersion state) {
        version(state.id());
        number(state.checkpoint());
        flag(state.ended());
        number(state.bytes());
        number(state.checksum());
        list(state.inputs(), this::position);
        list(state.outputs(), this::position);
        list(state.losses(), this::loss);
    }

    void loss(LossRange range) {
        channel(range.channel());
        number(range.epoch());
        number(range.fromSeq());
        number(range.toSeq());
        text(range.kind().name());
        text(range.basis().name());
        number(range.least());
    }

    void positions(ChannelPositions positions) {
        list(positions.inputs(), this::position);
        list(positions.outputs(), this::position);
    }

    private void position(ChannelPosition position) {
        channel(position.channel());
        number(position.epoch());
        number(position.seq());
    }

    private void channel(ChannelId channel) {
        number(channel.edge());
        number(channel.producer());
        number(channel.consumer());
    }

    void restore(RestorePoint restore) {
        number(restore.minCheckpoint());
        list(restore.versions(), this::state);
        flag(restore.dropUnmatched());
        positions(restore.last());
        list(restore.lost(), this::loss);
        flag(restore.alone());
        flag(restore.held());
        number(restore.due());
    }

    void counters(TaskCounters counters) {
        attempt(counters.attempt());
        number(counters.recordsIn());
        number(counters.recordsOut());
        number(counters.batchesIn());
        number(counters.batchesOut());
        number(counters.bytesIn());
        number(counters.bytesOut());
        number(counters.busyNs());
        number(counters.idleNs());
        number(counters.backPressuredNs());
        number(counters.fenced());
        number(counters.late());
        number(counters.credits());
        number(counters.time().watermark());
        text(counters.time().heldBackBy());
        list(counters.latencies(), latency -> {
            text(latency.source());
            number(latency.p50Ms());
            number(latency.p99Ms());
            number(latency.maxMs());
        });
        list(List.copyOf(counters.written().entrySet()), edge -> {
            number(edge.getKey());
            number(edge.getValue());
        });
        number(counters.partitions().count());
        number(counters.partitions().records());
        number(counters.partitions().bytes());
        number(counters.partitions().readRecords());
    }

    void jobInventory(JobInventory job) {
        spec(job.spec());
        number(job.newestCheckpoint());
        list(job.tasks(), this::taskInventory);
        list(job.spares(), spare -> {
            attempt(spare.attempt());
            flag(spare.ready());
        });
        list(job.seen(), this::attempt);
        list(job.peers(), peer -> {
            channel(peer.channel());
            flag(peer.producer());
            number(peer.attempt());
        });
    }

    private void taskInventory(TaskInventory task) {
        attempt(task.attempt());
        text(task.standing().name());
        orNull(task.location(), this::location);
        orNull(task.newest(), this::state);
        number(task.losses().countsFrom());
        list(task.losses().ranges(), this::loss);
        positions(task.last());
        orNull(task.failure(), this::failure);
    }

    private <T> void orNull(@Nullable T value, Consumer<T> write) {
        flag(value != null);
        if (value != null) {
            write.accept(value);
        }
    }

    <T> void list(List<T> values, Consumer<T> each) {
        number(values.size());
        values.forEach(each);
    }
}
