package io.kintsugi.worker.state;

import io.kintsugi.worker.schema.Codec;
import io.kintsugi.worker.schema.Codecs;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The state of a task at one moment, to be written while the task goes on.
 *
 * <pre>
 * task's thread: new ─▶ values, keyed ─▶ (task goes on)        writing thread: writeTo ─▶ close
 * </pre>
 *
 * Filled by the task's thread, between records; then handed over to another thread, which writes it once and closes it.
 */
public final class TaskCapture implements AutoCloseable {
    private final SubtaskShare share;
    private final Codecs codecs;
    private final List<Part> parts = new ArrayList<>();
    private final List<CopyOnWrite.Lease> leases = new ArrayList<>();
    private volatile boolean closed;

    /** One state, that changes no more. */
    interface Part {
        Section section();

        /** Called by the writing thread. */
        void writeTo(VersionWriter out) throws IOException;
    }

    /** @param codecs of the task, kept from one capture to the next */
    public TaskCapture(SubtaskShare share, Codecs codecs) {
        this.share = share;
        this.codecs = codecs;
    }

    /**
     * Adds values that belong to the subtask, without a key: the position of a source, prepared parts of a sink, operator
     * state. Values that can be changed are copied.
     *
     * @param name unique within the step
     * @param type of all values; throws {@link IllegalArgumentException} if it cannot be stored
     */
    public void values(String step, String name, Class<?> type, List<?> values) {
        Codec codec = codecs.of(type);
        List<Object> copies = new ArrayList<>(values.size());
        values.forEach(value -> copies.add(codec.copy(value)));
        parts.add(new Values(new Section(step, name, Section.Kind.VALUES, codec.schema()), codec, copies));
    }

    private record Values(Section section, Codec codec, List<Object> values) implements Part {
        @Override
        public void writeTo(VersionWriter out) throws IOException {
            for (Object value : values) {
                out.add(VersionWriter.NO_GROUP, value, codec);
                out.flushFull();
            }
        }
    }

    /** Adds all that a step keeps by key: declared state, windows and timers. Takes no longer for more keys. */
    public void keyed(String step, KeyedState state) {
        KeyedState.Frozen frozen = state.freeze();
        leases.add(frozen.lease());
        parts.addAll(frozen.parts());
    }

    /** Adds the lists of a step that does not work by key. */
    public void unkeyed(OperatorState state) {
        state.capture(this);
    }

    /** Writes everything. Called once, by any one thread. */
    public void writeTo(OutputStream out) throws IOException {
        VersionWriter writer = new VersionWriter(out, share);
        writer.begin(share, parts.stream().map(Part::section).toList());
        for (Part part : parts) {
            writer.nextSection();
            write(part, writer);
            writer.endSection();
        }
        if (closed) {
            throw new IllegalStateException(
                    "the capture was closed while it was written: what was written is worthless");
        }
        writer.end();
    }

    private static void write(Part part, VersionWriter writer) throws IOException {
        try {
            part.writeTo(writer);
        } catch (RuntimeException e) {
            throw new IllegalStateException(part.section().label() + " cannot be written: " + e.getMessage(), e);
        } catch (StackOverflowError e) {
            throw new IllegalStateException(
                    part.section().label() + " cannot be written: a value contains itself, or is nested too deep", e);
        }
    }

    /** The task need no longer keep what it changes; what is being written meanwhile fails. Any thread, more than once. */
    @Override
    public void close() {
        closed = true;
        leases.forEach(CopyOnWrite.Lease::release);
    }
}
