package io.kintsugi.core.function;

import java.util.List;

/**
 * A writer whose records appear exactly once: it prepares what it has written at each checkpoint, and shows it when the
 * checkpoint is complete. Without checkpoints all is prepared and committed once, at the end of the input.
 *
 * <pre>
 * write, write, prepare(7) ─▶ stored with the state ─▶ checkpoint 7, or a later one, complete ─▶ commit
 *                                     └─ failure ─▶ restored from 7 ─▶ kept by recover, commit if 7 is complete, else later
 *                                                   restored from 6 ─▶ discarded by recover
 * </pre>
 *
 * @param <C> what {@link #commit} needs to know of a prepared part: a small immutable value such as a record of texts
 */
public interface TwoPhaseSinkWriter<T, C> extends SinkWriter<T> {
    /** Class of the parts, for storing them. */
    Class<C> preparedType();

    /**
     * Called once before {@link SinkWriter#open}, also where nothing was restored: discards whatever earlier attempts of this
     * subtask have left, except for the parts in {@code prepared}. Those that are due are committed next, also before {@code open};
     * a task that restarts alone may have others, whose checkpoint is not complete: they are committed with one that is.
     */
    void recover(List<C> prepared) throws Exception;

    /**
     * Makes what was written since the last call durable, and not visible yet; further records belong to the next part.
     * Returns the new parts, none if nothing was written. Called once more at the end of the input.
     *
     * @param checkpoint that the part is to become visible with, or with any later one; rises from call to call
     */
    List<C> prepare(long checkpoint) throws Exception;

    /** Makes parts visible. May come again for a part that is visible already, and that changes nothing. */
    void commit(List<C> prepared) throws Exception;
}
