package io.kintsugi.worker.state;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A list that only grows, so that a copy can share its array: what one adds lies behind what the other one knows. Only the
 * younger of the two may be added to.
 */
final class Elements<E> {
    private static final int CAPACITY_MIN = 4;

    private @Nullable Object[] array;
    private int size;

    Elements() {
        this(new Object[CAPACITY_MIN], 0);
    }

    private Elements(@Nullable Object[] array, int size) {
        this.array = array;
        this.size = size;
    }

    static <E> Elements<E> of(List<? extends E> elements) {
        Elements<E> copy = new Elements<>(new Object[Math.max(CAPACITY_MIN, elements.size())], 0);
        elements.forEach(copy::add);
        return copy;
    }

    void add(E element) {
        if (size == array.length) {
            array = Arrays.copyOf(array, size * 2);
        }
        array[size++] = element;
    }

    /** The elements that there are now. */
    List<E> view() {
        return new View<>(array, size);
    }

    /** @param copier of elements that can be changed in place, else null */
    @SuppressWarnings("unchecked") // Only E's are added.
    Elements<E> copy(@Nullable UnaryOperator<E> copier) {
        if (copier == null) {
            return new Elements<>(array, size);
        }
        Elements<E> copy = new Elements<>(new Object[array.length], 0);
        for (int i = 0; i < size; i++) {
            copy.add(copier.apply((E) array[i]));
        }
        return copy;
    }

    private static final class View<E> extends AbstractList<E> {
        private final @Nullable Object[] array;
        private final int size;

        View(@Nullable Object[] array, int size) {
            this.array = array;
            this.size = size;
        }

        @Override
        @SuppressWarnings("unchecked") // Only E's are added.
        public E get(int index) {
            if (index >= size) {
                throw new IndexOutOfBoundsException("index " + index + " of " + size);
            }
            return (E) array[index];
        }

        @Override
        public int size() {
            return size;
        }
    }
}
