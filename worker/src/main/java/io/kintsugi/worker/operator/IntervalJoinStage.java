package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.function.JoinFunction;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.graph.LateSides;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.worker.state.KeyPanes;
import io.kintsugi.worker.state.Pane;
import io.kintsugi.worker.state.PaneTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Joins each record with those of the other stream that are near it in time. Of both streams it keeps the records of a
 * timestamp in a pane, until no partner can come that is not late.
 */
final class IntervalJoinStage extends KeyedStage {
    private static final String FIRST = "first";
    private static final String SECOND = "second";

    private final InputKeys keys;
    private final JoinFunction<Object, Object, Object> join;
    private final RecordCount late;
    private final LateSides lateSides;
    private final Side first;
    private final Side second;

    /**
     * The records of one stream.
     *
     * @param lowerMs partners of a record are from so long after it
     * @param upperMs to so long after it; negative for before
     */
    private record Side(PaneTable table, long lowerMs, long upperMs) {
        /** From when on a record needs no longer be kept. */
        long expiry(long timestamp) {
            return timestamp + Math.max(0, upperMs) + 1;
        }
    }

    @SuppressWarnings("unchecked") // The types of a job were checked when it was built.
    IntervalJoinStage(InputKeys keys, StepKind.IntervalJoinStep step, RecordCount late, Parts parts) {
        super(parts);
        this.keys = keys;
        this.join = (JoinFunction<Object, Object, Object>) step.join();
        this.late = late;
        this.lateSides = step.late();
        this.first = new Side(state().panes(FIRST), step.lowerMs(), step.upperMs());
        this.second = new Side(state().panes(SECOND), -step.upperMs(), -step.lowerMs());
    }

    /** The records of one stream. */
    static PaneKind side(int port) {
        return PaneKind.lists(port == 0 ? FIRST : SECOND, port);
    }

    @Override
    public void port(int port) {
        keys.port(port);
    }

    @Override
    void apply(Object value, long timestamp, Emitters out) throws Exception {
        if (timestamp == Batch.NO_TIMESTAMP) {
            throw new IllegalStateException("step '" + step()
                    + "': a record has no timestamp and cannot be joined by time: give its source .timestamps(...)");
        }
        if (timestamp < context().watermark()) {
            late.add(1);
            SideOutput<?> side = lateSides.of(keys.port());
            if (side != null) {
                out.side(side, value, timestamp);
            }
            return;
        }
        key(keys.key(value));
        boolean fromFirst = keys.port() == 0;
        pair(value, timestamp, fromFirst, (fromFirst ? second : first).table().find());
        keep(value, timestamp, fromFirst ? first : second);
    }

    private void pair(Object value, long timestamp, boolean fromFirst, @Nullable KeyPanes partners) throws Exception {
        if (partners == null) {
            return;
        }
        Side own = fromFirst ? first : second;
        for (int i = partners.firstFrom(timestamp + own.lowerMs()); i < partners.size(); i++) {
            Pane pane = partners.get(i);
            if (pane.start() > timestamp + own.upperMs()) {
                return;
            }
            long later = Math.max(timestamp, pane.start());
            for (Object partner : values(pane)) {
                Object pair = fromFirst ? join.join(value, partner) : join.join(partner, value);
                emitters().main().emit(pair, later);
            }
        }
    }

    private void keep(Object value, long timestamp, Side own) {
        KeyPanes panes = own.table().findOrAdd();
        Pane pane = panes.at(timestamp);
        if (pane == null) {
            pane = new Pane(timestamp, timestamp + 1, new ArrayList<>(1));
            panes.insert(pane);
            timers().atEventTime(own.expiry(timestamp));
        }
        values(pane).add(value);
    }

    @SuppressWarnings("unchecked") // Only keep makes contents.
    private static List<Object> values(Pane pane) {
        return (List<Object>) pane.contents();
    }

    @Override
    void onTimer(Object key, Timer.Kind kind, long timestamp) {
        forget(timestamp, first);
        forget(timestamp, second);
    }

    private static void forget(long timestamp, Side side) {
        KeyPanes panes = side.table().find();
        if (panes == null) {
            return;
        }
        int expired = 0;
        while (expired < panes.size() && side.expiry(panes.get(expired).start()) <= timestamp) {
            expired++;
        }
        panes.removeFirst(expired);
        side.table().removeIfEmpty();
    }

    @Override
    boolean timersEndThemselves() {
        return true;
    }

    @Override
    void finish(Emitters out) {
        // Every pair was emitted when its second record came.
    }
}
