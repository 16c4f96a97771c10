package io.kintsugi.worker.exchange;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.RequiresPipelined;
import io.kintsugi.core.element.RequiresPipelinedException;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.worker.channel.ChannelCounters;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.channel.FrameSink;
import io.kintsugi.worker.channel.OutputChannel;
import org.jspecify.annotations.Nullable;

/**
 * The producing end of a channel through a blocking exchange: it keeps what is written, and hands it out when it is
 * complete, to each attempt of the consumer from the beginning. A consumer sees a channel like any other.
 *
 * <pre>
 * writing ──EndOfInput──▶ sealed ──Resume──▶ read ──Resume of a newer consumer──▶ read from the beginning
 * </pre>
 *
 * Belongs to the task's thread. In memory there is one block of it, and what is under way to the consumer.
 */
public final class ServedPartition {
    private final ChannelId id;
    private final PlanEdge edge;
    private final int attempt;
    private final ChannelSettings settings;
    private final BatchStorage storage;
    private final FrameSink sink;
    private final ChannelCounters counters = new ChannelCounters();
    private @Nullable PartitionOutput output;
    private @Nullable PartitionInput input;
    private @Nullable OutputChannel channel;
    private int consumerAttempt;
    private long readRecords;
    private boolean sealed;

    /** Whose it is. */
    public record End(ChannelId channel, PlanEdge edge, int attempt) {}

    public ServedPartition(End end, ChannelSettings settings, BatchStorage storage, FrameSink sink) {
        this.id = end.channel();
        this.edge = end.edge();
        this.attempt = end.attempt();
        this.settings = settings;
        this.storage = storage;
        this.sink = sink;
    }

    /** Keeps a batch; an empty one is nothing. */
    public void write(Batch batch) {
        if (!batch.isEmpty()) {
            counters.wrote(batch.count(), output().write(batch));
        }
    }

    /**
     * Takes the end of the records. What is said about time before it is left out, since nobody reads before it.
     *
     * @throws RequiresPipelinedException for an element that requires a pipelined exchange
     */
    public void write(ControlElement element) {
        RequiresPipelined required = element.requiresPipelined();
        if (required != null) {
            throw new RequiresPipelinedException(required.problem(edge.ends()));
        }
        if (element instanceof EndOfInput) {
            output().seal();
            sealed = true;
        }
    }

    private PartitionOutput output() {
        if (sealed) {
            throw new IllegalStateException("channel %s: something was written after the end".formatted(id));
        }
        PartitionOutput open = output;
        if (open == null) {
            open = storage.create(id, attempt);
            output = open;
        }
        return open;
    }

    /** Takes a frame from the consumer. Before all is there it is not heard, and asks again. */
    public void receive(Frame frame, long nowNs) {
        if (!sealed) {
            return;
        }
        if (frame instanceof Frame.Resume resume && isFromNewer(resume.header())) {
            beginAnew(resume.header().consumerAttempt());
        }
        if (channel != null) {
            channel.receive(frame, nowNs);
            serve(channel);
        }
    }

    private boolean isFromNewer(Frame.Header header) {
        return header.producerAttempt() == attempt && header.consumerAttempt() > consumerAttempt;
    }

    private void beginAnew(int consumer) {
        closeInput();
        consumerAttempt = consumer;
        channel = new OutputChannel(id, attempt, settings, sink);
        input = storage.open(id, attempt);
    }

    /** Sends what the consumer has room for. */
    private void serve(OutputChannel to) {
        while (input != null && to.writable()) {
            Batch batch = input.next();
            if (batch == null) {
                closeInput();
                to.write(EndOfInput.INSTANCE);
            } else {
                readRecords += batch.count();
                to.write(batch);
            }
        }
    }

    /** Repeats what a lost message may have hidden. */
    public void tick(long nowNs) {
        if (channel != null) {
            channel.tick(nowNs);
        }
    }

    public ChannelCounters counters() {
        return counters;
    }

    /** Whether something of it is stored: at the latest from its end on. */
    public boolean isThere() {
        return output != null;
    }

    /** Handed out, also again. */
    public long readRecords() {
        return readRecords;
    }

    private void closeInput() {
        if (input != null) {
            input.close();
            input = null;
        }
    }

    /** Nobody needs it any more. */
    public void discard() {
        closeInput();
        channel = null;
        if (output != null) {
            output.close();
            storage.delete(id, attempt);
            output = null;
        }
        sealed = false;
    }
}
