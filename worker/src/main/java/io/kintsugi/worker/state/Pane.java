package io.kintsugi.worker.state;

import java.util.function.UnaryOperator;

/** What a window step keeps of a stretch of time of one key: a whole window, or the part that several have in common. */
public final class Pane {
    private final long start;
    private long end;
    private Object contents;
    private long records = 1;
    private boolean changed = true;
    private boolean complete;
    private long timer = Long.MAX_VALUE;

    /** @param contents of the first record */
    public Pane(long start, long end, Object contents) {
        this.start = start;
        this.end = end;
        this.contents = contents;
    }

    /** Milliseconds since 1970, inclusive. */
    public long start() {
        return start;
    }

    /** Milliseconds since 1970, exclusive. */
    public long end() {
        return end;
    }

    public Object contents() {
        return contents;
    }

    /** How many there have been. */
    public long records() {
        return records;
    }

    /** One more record, that is in the new contents. */
    public void add(Object newContents) {
        contents = newContents;
        records++;
        changed = true;
    }

    /** Whether something came that no early result has told yet. */
    public boolean changed() {
        return changed;
    }

    public void told() {
        changed = false;
    }

    /** Whether its window has spoken on time. */
    public boolean complete() {
        return complete;
    }

    public void complete(boolean spoken) {
        complete = spoken;
    }

    /** The timer that looks after it, in milliseconds since 1970; {@code Long.MAX_VALUE} for none. */
    public long timer() {
        return timer;
    }

    public void timer(long timestamp) {
        timer = timestamp;
    }

    Pane copy(UnaryOperator<Object> copier) {
        Pane copy = new Pane(start, end, copier.apply(contents));
        copy.records = records;
        copy.changed = changed;
        copy.complete = complete;
        copy.timer = timer;
        return copy;
    }

    /** As {@link PaneTable} stores it. */
    Object[] row(Object key) {
        return new Object[] {key, start, end, contents, records, changed, complete, timer};
    }

    static Pane of(Row row) {
        Pane pane = new Pane(row.number(1), row.number(2), row.object(3));
        pane.records = row.number(4);
        pane.changed = row.flag(5);
        pane.complete = row.flag(6);
        pane.timer = row.number(7);
        return pane;
    }

    /** A pane from {@code newStart} with the records of this one; its end only moves back. */
    public Pane widened(long newStart, long newEnd) {
        Pane wide = new Pane(newStart, Math.max(end, newEnd), contents);
        wide.records = records;
        wide.complete = complete;
        wide.timer = timer;
        return wide;
    }

    /** Takes in another one, whose records are in the new contents. */
    public void absorb(Pane other, Object newContents) {
        contents = newContents;
        end = Math.max(end, other.end);
        records += other.records;
        complete |= other.complete;
        timer = Math.min(timer, other.timer);
    }
}
