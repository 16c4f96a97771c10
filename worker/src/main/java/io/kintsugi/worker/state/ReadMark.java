package io.kintsugi.worker.state;

import java.util.BitSet;

/**
 * How far a capture has come with a part of a table: what it has read, or has been given as it was, the task may change.
 *
 * <p>Captures begin one after the other, and only the youngest one that came here counts: where two go on at once, the task
 * keeps what they read apart from what it changes ({@link CopyOnWrite#alone}) and needs no mark for that.
 */
final class ReadMark {
    private volatile int through = -1;
    // Guarded by this:
    private int capture = -1;
    private int next;
    private final BitSet saved = new BitSet(0);

    /** The capture has read this part to its end. */
    void set(int reader) {
        through = reader;
    }

    boolean isThrough(int reader) {
        return through == reader;
    }

    /**
     * Called by the capture's thread, which holds this mark's lock until it has read: false for what was saved for it.
     *
     * @param index of an entry; each once, and in order
     */
    boolean toRead(int reader, int index) {
        begin(reader);
        if (capture != reader) {
            return false; // The reader's capture was given up, and another one has begun.
        }
        next = index + 1;
        return !saved.get(index);
    }

    /**
     * Called by the task, which holds this mark's lock until it has saved: false for what the capture needs no more.
     *
     * @param index of an entry that is about to be changed
     */
    boolean toSave(int reader, int index) {
        begin(reader);
        if (index < next || saved.get(index)) {
            return false;
        }
        saved.set(index);
        return true;
    }

    private void begin(int reader) {
        if (capture < reader) {
            capture = reader;
            next = 0;
            saved.clear();
        }
    }
}
