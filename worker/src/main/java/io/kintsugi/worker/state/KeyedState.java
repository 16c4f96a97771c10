package io.kintsugi.worker.state;

import io.kintsugi.core.function.AggregatingState;
import io.kintsugi.core.function.AggregatingStateSpec;
import io.kintsugi.core.function.BroadcastState;
import io.kintsugi.core.function.BroadcastStateSpec;
import io.kintsugi.core.function.ListState;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.MapState;
import io.kintsugi.core.function.MapStateSpec;
import io.kintsugi.core.function.ReducingState;
import io.kintsugi.core.function.ReducingStateSpec;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.worker.schema.RowCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** All that one step keeps by key in one subtask: declared state, windows and timers. Used by the task's thread. */
public final class KeyedState implements StepState {
    /** How much of each table {@link #sweep} looks at: some microseconds. */
    private static final int SWEPT_PLACES = 1024;

    private final String step;
    private final TableSetting setting;
    private final DeclaredStates declared;
    private final Map<String, PaneTable> panes = new TreeMap<>();
    private final TimerQueue eventTime;
    private final TimerQueue processingTime;
    private final BroadcastTables broadcast;
    private final KeyedTable<?>[] all;
    private final List<StoredPart> stored = new ArrayList<>();

    /**
     * A table of panes.
     *
     * @param copier of contents, where these are lists of records that nobody changes; null to copy them as a state
     */
    public record Panes(String name, @Nullable UnaryOperator<Object> copier) {}

    /**
     * What there is to keep.
     *
     * @param states what the step's function declared; names are unique
     * @param codecs null for a step that is never stored
     */
    public record Shape(
            List<? extends StateSpec> states,
            List<BroadcastStateSpec<?, ?>> broadcast,
            List<Panes> panes,
            @Nullable KeyedCodecs codecs) {}

    /** A part, and how it is stored. */
    record StoredPart(KeyedPart part, Section section, RowCodec codec) {}

    /** Everything as it was at one moment, until the lease is released. */
    record Frozen(CopyOnWrite.Lease lease, List<TaskCapture.Part> parts) {}

    /** @param clock milliseconds since 1970, for what expires */
    public KeyedState(String step, GroupRange range, Shape shape, LongSupplier clock) {
        this.step = step;
        this.setting = new TableSetting(range, new CopyOnWrite(), shape.codecs(), clock);
        this.eventTime = new TimerQueue(Timer.Kind.EVENT_TIME, range, setting.sharing());
        this.processingTime = new TimerQueue(Timer.Kind.PROCESSING_TIME, range, setting.sharing());
        this.declared = new DeclaredStates(step, shape.states(), setting);
        this.broadcast = new BroadcastTables(step, shape.broadcast(), setting);
        shape.panes().forEach(table -> panes.put(table.name(), paneTable(table)));
        List<KeyedTable<?>> tables = new ArrayList<>(declared.tables());
        panes.values().forEach(table -> tables.add(table.table()));
        this.all = tables.toArray(KeyedTable<?>[]::new);
        if (shape.codecs() != null) {
            store(shape.codecs());
        }
    }

    private PaneTable paneTable(Panes made) {
        UnaryOperator<Object> contents = made.copier();
        KeyedCodecs codecs = setting.codecs();
        if (contents == null) {
            contents = codecs == null ? UnaryOperator.identity() : codecs.pane(made.name())::copy;
        }
        UnaryOperator<Object> copier = contents;
        return new PaneTable(
                made.name(), new KeyedTable<>(made.name(), setting.keeping(each -> each.copy(copier), null)));
    }

    private void store(KeyedCodecs codecs) {
        List<KeyedPart> parts = new ArrayList<>(declared.parts());
        parts.addAll(panes.values());
        parts.add(eventTime);
        parts.add(processingTime);
        parts.addAll(broadcast.parts());
        for (KeyedPart part : parts) {
            RowCodec codec = new RowCodec("io.kintsugi.state." + part.kind().name(), part.columns(codecs));
            stored.add(new StoredPart(part, new Section(step, part.name(), part.kind(), codec.schema()), codec));
        }
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

    @Override
    @SuppressWarnings("unchecked") // The table was made from an equal spec, classes included.
    public <S> ValueState<S> value(ValueStateSpec<S> spec) {
        return (ValueState<S>) declared.find(spec);
    }

    @Override
    @SuppressWarnings("unchecked") // As above.
    public <E> ListState<E> list(ListStateSpec<E> spec) {
        return (ListState<E>) declared.find(spec);
    }

    @Override
    @SuppressWarnings("unchecked") // As above.
    public <K, V> MapState<K, V> map(MapStateSpec<K, V> spec) {
        return (MapState<K, V>) declared.find(spec);
    }

    @Override
    @SuppressWarnings("unchecked") // As above.
    public <T> ReducingState<T> reducing(ReducingStateSpec<T> spec) {
        return (ReducingState<T>) declared.find(spec);
    }

    @Override
    @SuppressWarnings("unchecked") // As above.
    public <T, A, V> AggregatingState<T, V> aggregating(AggregatingStateSpec<T, A, V> spec) {
        return (AggregatingState<T, V>) declared.find(spec);
    }

    @Override
    public <X, Y> BroadcastState<X, Y> broadcast(BroadcastStateSpec<X, Y> spec) {
        return broadcast.table(spec);
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

    public BroadcastTables broadcast() {
        return broadcast;
    }

    /** Forgets all keys with their values, panes and timers; what is broadcast stays. Called between records. */
    public void clear() {
        for (KeyedTable<?> table : all) {
            table.clear();
        }
        clearTimers();
    }

    /** Forgets all timers; called between records. */
    public void clearTimers() {
        eventTime.clear();
        processingTime.clear();
    }

    /** Removes some of what has expired; called between records, now and then. */
    public void sweep() {
        for (KeyedTable<?> table : all) {
            table.sweep(SWEPT_PLACES);
        }
    }

    /** How each part is stored. */
    List<StoredPart> stored() {
        if (setting.codecs() == null) {
            throw new IllegalStateException(
                    "step '%s' is in a job without checkpoints: its state is not stored".formatted(step));
        }
        return stored;
    }

    /** What a capture may read while the task goes on; called between records. */
    Frozen freeze() {
        List<StoredPart> parts = stored();
        noKey();
        CopyOnWrite.Lease lease = setting.sharing().capture();
        List<TaskCapture.Part> frozen = new ArrayList<>();
        parts.forEach(part -> frozen.add(FrozenPart.of(part, setting.range())));
        return new Frozen(lease, frozen);
    }
}
