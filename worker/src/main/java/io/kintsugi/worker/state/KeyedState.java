package io.kintsugi.worker.state;

import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All that one step keeps by key in one subtask: declared state, windows and timers, divided by key group. */
public final class KeyedState {
    private final String step;
    private final GroupRange range;
    private final Map<String, ValueTable<?>> values = new TreeMap<>();
    private final Map<String, PaneTable> panes = new TreeMap<>();
    private final TimerQueue eventTime;
    private final TimerQueue processingTime;
    private final KeyedTable<?>[] all;

    /**
     * @param specs what the step's function declared; names are unique
     * @param panes names of the step's pane tables
     */
    public KeyedState(String step, GroupRange range, List<ValueStateSpec<?>> specs, List<String> panes) {
        this.step = step;
        this.range = range;
        this.eventTime = new TimerQueue(range);
        this.processingTime = new TimerQueue(range);
        specs.forEach(spec -> values.put(spec.name(), new ValueTable<>(spec, range.count())));
        panes.forEach(name -> this.panes.put(name, new PaneTable(name, range.count())));
        this.all = Stream.concat(
                        values.values().stream().map(ValueTable::table),
                        this.panes.values().stream().map(PaneTable::table))
                .toArray(KeyedTable<?>[]::new);
    }

    public GroupRange range() {
        return range;
    }

    /** Makes {@code key} the one whose values are read and written. */
    public void key(Object key) {
        if (all.length > 0) {
            int group = range.indexOf(key);
            for (KeyedTable<?> table : all) {
                table.key(key, group);
            }
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

    /** Shows all of one key group; throws {@link IllegalArgumentException} for one outside of {@link #range()}. */
    public void visit(int group, StateVisitor visitor) {
        int at = range.requireIndex(group);
        values.values().forEach(table -> table.visit(at, visitor));
        panes.values().forEach(table -> table.visit(at, visitor));
        for (Timer.Kind kind : Timer.Kind.values()) {
            timers(kind).forEach(at, entry -> visitor.timer(kind, entry.key(), entry.timestamp()));
        }
    }
}
