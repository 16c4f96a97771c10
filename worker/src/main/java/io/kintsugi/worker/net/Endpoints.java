package io.kintsugi.worker.net;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.worker.channel.Frame;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The tasks of this node by channel and end. Set-up of a channel is an entry here and nothing else. Thread-safe. */
final class Endpoints {
    private final Map<Key, Target> targets = new ConcurrentHashMap<>();
    private final LongAdder unroutable = new LongAdder();

    /** @param producing which end of its channels a task holds: the channel alone would not tell inside one node */
    record Key(JobId job, ChannelId channel, boolean producing) {}

    private record Target(TaskEndpoint endpoint, RecordCodec codec) {}

    void open(JobId job, Ends ends, TaskEndpoint endpoint, RecordCodec codec) {
        Target target = new Target(endpoint, codec);
        ends.inputs().forEach(channel -> targets.put(new Key(job, channel, false), target));
        ends.outputs().forEach(channel -> targets.put(new Key(job, channel, true), target));
    }

    /** Leaves what another endpoint has opened since. */
    void close(JobId job, Ends ends, TaskEndpoint endpoint) {
        ends.inputs().forEach(channel -> remove(new Key(job, channel, false), endpoint));
        ends.outputs().forEach(channel -> remove(new Key(job, channel, true), endpoint));
    }

    private void remove(Key key, TaskEndpoint endpoint) {
        targets.computeIfPresent(key, (same, target) -> target.endpoint() == endpoint ? null : target);
    }

    void release(JobId job) {
        targets.keySet().removeIf(key -> key.job().equals(job));
    }

    /** Hands the frame to its task, or drops and counts it. */
    void deliver(Envelope envelope) {
        Frame frame = envelope.frame();
        Target target = targets.get(new Key(envelope.job(), frame.channel(), frame instanceof Frame.ToProducer));
        if (target == null) {
            unroutable.increment();
            return;
        }
        if (frame instanceof Frame.Packed packed && packed.parcel() instanceof RawParcel raw) {
            frame = packed.with(raw.with(target.codec()));
        }
        target.endpoint().receive(frame.channel(), frame);
    }

    long unroutable() {
        return unroutable.sum();
    }

    /** The channels of one task. */
    record Ends(Collection<ChannelId> inputs, Collection<ChannelId> outputs) {}
}
