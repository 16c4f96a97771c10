package io.kintsugi.core.function;

import java.util.List;

/**
 * A list for the current key, or of the subtask in a step without keys. Used by the task's thread only. Elements may be
 * changed in place under the rules of {@link ValueState}: get the list again for each record, and {@link #set} it. Those of a
 * step without keys are copied whenever state is stored, so they may be kept in a field, and changed without telling.
 */
public interface ListState<E> {
    /** All elements, in the order in which they were added; not to be changed, and good until the next change. */
    List<E> get();

    /** Costs the same however long the list is. */
    void add(E element);

    /** Puts these in place of all elements. */
    void set(List<? extends E> elements);

    void clear();
}
