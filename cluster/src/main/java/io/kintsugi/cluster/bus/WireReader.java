package io.kintsugi.cluster.bus;

import io.kintsugi.cluster.client.RecoveryJson;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.ChannelPeer;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.PartitionCounts;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskInventory;
import io.kintsugi.core.protocol.TaskLatency;
import io.kintsugi.core.protocol.TaskTime;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads what {@link WireWriter} wrote; bytes that cannot be it throw an {@link IllegalArgumentException}. */
final class WireReader {
    private final Buffer in;
    private int position;

    WireReader(Buffer in, int position) {
        this.in = in;
        this.position = position;
    }

    byte octet() {
        require(1);
        return in.getByte(position++);
    }

    int number() {
        require(Integer.BYTES);
        position += Integer.BYTES;
        return in.getInt(position - Integer.BYTES);
    }

    long longNumber() {
        require(Long.BYTES);
        position += Long.BYTES;
        return in.getLong(position - Long.BYTES);
    }

    String text() {
        int length = length();
        position += length;
        return new String(in.getBytes(position - length, position), StandardCharsets.UTF_8);
    }

    @Nullable
    String textOrNull() {
        return orNull(this::text);
    }

    Term term() {
        return new Term(longNumber());
    }

    JobId job() {
        return new JobId(text(), longNumber());
    }

    AttemptId attempt() {
        return new AttemptId(new TaskId(text(), number()), number());
    }

    @Nullable
    AttemptId attemptOrNull() {
        return orNull(this::attempt);
    }

    NodeId node() {
        return new NodeId(text(), text());
    }

    TaskLocation location() {
        return new TaskLocation(node(), number());
    }

    JobSpec spec() {
        return new JobSpec(job(), text(), parameters(), textOrNull(), text(), recovery());
    }

    private @Nullable Recovery recovery() {
        String json = textOrNull();
        return json == null ? null : RecoveryJson.read(new JsonObject(json));
    }

    private Map<String, String> parameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int left = length(); left > 0; left--) {
            parameters.put(text(), text());
        }
        return Collections.unmodifiableMap(parameters);
    }

    Failure failure() {
        return new Failure(text(), text(), text());
    }

    ChannelPeer peer() {
        return new ChannelPeer(channel(), number(), location());
    }

    boolean flag() {
        return octet() != 0;
    }

    private ChannelId channel() {
        return new ChannelId(number(), number(), number());
    }

    VersionId version() {
        return new VersionId(job(), attempt(), longNumber());
    }

    StateVersion state() {
        return new StateVersion(
                version(),
                longNumber(),
                flag(),
                longNumber(),
                longNumber(),
                list(this::position),
                list(this::position),
                list(this::loss));
    }

    LossRange loss() {
        return new LossRange(
                channel(),
                number(),
                longNumber(),
                longNumber(),
                LossKind.valueOf(text()),
                LossBasis.valueOf(text()),
                longNumber());
    }

    ChannelPositions positions() {
        return new ChannelPositions(list(this::position), list(this::position));
    }

    private ChannelPosition position() {
        return new ChannelPosition(channel(), number(), longNumber());
    }

    RestorePoint restore() {
        return new RestorePoint(
                longNumber(), list(this::state), flag(), positions(), list(this::loss), flag(), flag(), longNumber());
    }

    TaskCounters counters() {
        return new TaskCounters(
                attempt(),
                longNumber(),
                longNumber(),
                longNumber(),
                longNumber(),
                longNumber(),
                longNumber(),
                longNumber(),
                longNumber(),
                longNumber(),
                longNumber(),
                longNumber(),
                longNumber(),
                new TaskTime(longNumber(), text()),
                list(() -> new TaskLatency(text(), longNumber(), longNumber(), longNumber())),
                written(),
                new PartitionCounts(number(), longNumber(), longNumber(), longNumber()));
    }

    private SortedMap<Integer, Long> written() {
        TreeMap<Integer, Long> byEdge = new TreeMap<>();
        list(() -> Map.entry(number(), longNumber())).forEach(edge -> byEdge.put(edge.getKey(), edge.getValue()));
        return byEdge;
    }

    JobInventory jobInventory() {
        return new JobInventory(
                spec(),
                longNumber(),
                list(this::taskInventory),
                list(() -> new JobInventory.Spare(attempt(), flag())),
                list(this::attempt),
                list(() -> new JobInventory.Peer(channel(), flag(), number())));
    }

    private TaskInventory taskInventory() {
        return new TaskInventory(
                attempt(),
                TaskInventory.Standing.valueOf(text()),
                orNull(this::location),
                orNull(this::state),
                new TaskInventory.Losses(number(), list(this::loss)),
                positions(),
                orNull(this::failure));
    }

    private <T> @Nullable T orNull(Supplier<T> read) {
        return flag() ? read.get() : null;
    }

    <T> List<T> list(Supplier<T> each) {
        List<T> values = new ArrayList<>();
        for (int left = length(); left > 0; left--) {
            values.add(each.get());
        }
        return Collections.unmodifiableList(values);
    }

    /** A count of things that take at least one byte each, so a damaged one cannot claim more than is there. */
    private int length() {
        int length = number();
        if (length < 0) {
            throw new IllegalArgumentException("control message: length " + length + " at byte " + position);
        }
        require(length);
        return length;
    }

    private void require(int bytes) {
        if (bytes > in.length() - position) {
            throw new IllegalArgumentException("control message: %d bytes expected at byte %d, found %d"
                    .formatted(bytes, position, in.length() - position));
        }
    }
}
