package io.kintsugi.worker.state;

import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.worker.schema.RowCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All that one step keeps by key in one subtask: declared state, windows and timers. Used by the task's thread. */
public final class KeyedState {
    private final String step;
    private final GroupRange range;
    private final @Nullable KeyedCodecs codecs;
    private final CopyOnWrite sharing = new CopyOnWrite();
    private final Map<String, ValueTable<?>> values = new TreeMap<>();
    private final Map<String, PaneTable> panes = new TreeMap<>();
    private final TimerQueue eventTime;
    private final TimerQueue processingTime;
    private final KeyedTable<?>[] all;
    private final List<StoredPart> stored;

    /**
     * A table of panes.
     *
     * @param copier of contents, where these are lists of records that nobody changes; null to copy them as a state
     */
    public record Panes(String name, @Nullable UnaryOperator<Object> copier) {}

    /** A part, and how it is stored. */
    record StoredPart(KeyedPart part, Section section, RowCodec codec) {}

    /** Everything as it was at one moment, until the lease is released. */
    record Frozen(CopyOnWrite.Lease lease, List<TaskCapture.Part> parts) {}

    /**
     * What there is to keep.
     *
     * @param states what the step's function declared; names are unique
     * @param codecs null for a step that is never stored
     */
    public record Shape(
            List<ValueStateSpec<?>> states,
            List<Panes> panes,
            @Nullable KeyedCodecs codecs) {}

    public KeyedState(String step, GroupRange range, Shape shape) {
        this.step = step;
        this.range = range;
        this.codecs = shape.codecs();
        this.eventTime = new TimerQueue(Timer.Kind.EVENT_TIME, range, sharing);
        this.processingTime = new TimerQueue(Timer.Kind.PROCESSING_TIME, range, sharing);
        shape.states().forEach(spec -> values.put(spec.name(), valueTable(spec)));
        shape.panes().forEach(table -> this.panes.put(table.name(), paneTable(table)));
        this.all = Stream.concat(
                        values.values().stream().map(ValueTable::table),
                        this.panes.values().stream().map(PaneTable::table))
                .toArray(KeyedTable<?>[]::new);
        KeyedCodecs with = codecs;
        this.stored = with == null
                ? List.of()
                : parts().map(part -> stored(part, with)).toList();
    }

    private <S> ValueTable<S> valueTable(ValueStateSpec<S> spec) {
        UnaryOperator<S> copier = codecs == null ? null : KeyedCodecs.copier(codecs.of(spec.type()));
        return new ValueTable<>(spec, new KeyedTable<>(spec.name(), range, sharing, copier));
    }

    private PaneTable paneTable(Panes panes) {
        UnaryOperator<Object> contents = panes.copier();
        if (contents == null && codecs != null) {
            contents = codecs.pane(panes.name())::copy;
        }
        UnaryOperator<Object> copier = contents == null ? UnaryOperator.identity() : contents;
        return new PaneTable(
                panes.name(), new KeyedTable<>(panes.name(), range, sharing, keyPanes -> keyPanes.copy(copier)));
    }

    private Stream<KeyedPart> parts() {
        return Stream.of(values.values().stream(), panes.values().stream(), Stream.of(eventTime, processingTime))
                .flatMap(each -> each);
    }

    private StoredPart stored(KeyedPart part, KeyedCodecs with) {
        List<RowCodec.Column> columns = new ArrayList<>();
        columns.add(new RowCodec.Column("key", with.key()));
        columns.addAll(part.columns(with));
        RowCodec codec = new RowCodec("io.kintsugi.state." + part.kind().name(), columns);
        return new StoredPart(part, new Section(step, part.name(), part.kind(), codec.schema()), codec);
    }

    public GroupRange range() {
        return range;
    }

    /** Makes {@code key} the one whose values are read and written. */
    public void key(Object key) {
        for (KeyedTable<?> table : all) {
            table.key(key);
        }
    }

    /** Between records there is no key: state cannot be used. */
    public void noKey() {
        for (KeyedTable<?> table : all) {
            table.noKey();
        }
    }

    /** Throws {@link IllegalArgumentException} for a spec that the step did not declare. */
    @SuppressWarnings("unchecked") // The table was made from an equal spec, class included.
    public <S> ValueState<S> value(ValueStateSpec<S> spec) {
        ValueTable<?> table = values.get(spec.name());
        if (table == null || !table.spec().equals(spec)) {
            throw new IllegalArgumentException("step '%s': state '%s' of %s is not declared; states() declares %s"
                    .formatted(step, spec.name(), spec.type().getName(), values.keySet()));
        }
        return (ValueState<S>) table;
    }

    /** One of the pane tables that were named at the start. */
    public PaneTable panes(String name) {
        PaneTable table = panes.get(name);
        if (table == null) {
            throw new IllegalArgumentException(
                    "step '%s': no pane table '%s' in %s".formatted(step, name, panes.keySet()));
        }
        return table;
    }

    public TimerQueue timers(Timer.Kind kind) {
        return kind == Timer.Kind.EVENT_TIME ? eventTime : processingTime;
    }

    /** How each part is stored. */
    List<StoredPart> stored() {
        if (codecs == null) {
            throw new IllegalStateException(
                    "step '%s' is in a job without checkpoints: its state is not stored".formatted(step));
        }
        return stored;
    }

    /** What a capture may read while the task goes on; called between records. */
    Frozen freeze() {
        noKey();
        CopyOnWrite.Lease lease = sharing.capture();
        List<TaskCapture.Part> frozen = new ArrayList<>();
        stored().forEach(part -> frozen.add(new FrozenPart(part, part.part().freeze(), range)));
        return new Frozen(lease, frozen);
    }

    private record FrozenPart(StoredPart stored, KeyedPart.Rows rows, GroupRange range) implements TaskCapture.Part {
        @Override
        public Section section() {
            return stored.section();
        }

        @Override
        public void writeTo(VersionWriter out) throws IOException {
            rows.forEach((key, row) -> out.write(range.groupOf(key), row, stored.codec()));
        }
    }
}
