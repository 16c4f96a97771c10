package io.kintsugi.worker.operator;

import io.kintsugi.core.function.AggregateFunction;
import io.kintsugi.core.function.JoinFunction;
import io.kintsugi.core.function.ReduceFunction;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.WindowFunction;
import io.kintsugi.core.function.WindowProcessFunction;
import io.kintsugi.core.window.Window;
import java.util.ArrayList;
import java.util.List;

/** What a window step keeps of the records of a pane, and how panes become one result. */
interface WindowValues {
    Object first(Object value) throws Exception;

    /** What is kept of a record, by the stream that it is from. */
    default Object of(int port, Object value) {
        return value;
    }

    /** May change and return {@code contents}. */
    Object add(Object contents, Object value) throws Exception;

    /** Contents that {@link #merge} may change, equal to those of a pane. */
    Object copy(Object contents) throws Exception;

    /** May change and return {@code into}. */
    Object merge(Object into, Object contents) throws Exception;

    /** Emits the result of one window. */
    void emit(Object key, Window window, Object contents, StageContext context, Emitters out) throws Exception;

    /** The panes in a table of this name. */
    PaneKind panes(String table);

    /** State by key that the function keeps beside the windows. */
    default List<? extends StateSpec> states() {
        return List.of();
    }

    /** Called before the first record. */
    default void open(StageContext context) throws Exception {}

    /** Called behind {@link #open}, with the state. */
    default void begin(StageContext context) throws Exception {}

    /** Called at the end. */
    default void close() throws Exception {}

    /** One accumulator. */
    record Aggregated(AggregateFunction<Object, Object, Object> function, WindowFunction<Object, Object, Object> result)
            implements WindowValues {
        @Override
        public PaneKind panes(String table) {
            return PaneKind.accumulators(table);
        }

        @Override
        public Object first(Object value) {
            return function.add(value, function.create());
        }

        @Override
        public Object add(Object contents, Object value) {
            return function.add(value, contents);
        }

        @Override
        public Object copy(Object contents) {
            return function.merge(function.create(), contents);
        }

        @Override
        public Object merge(Object into, Object contents) {
            return function.merge(into, contents);
        }

        @Override
        public void emit(Object key, Window window, Object contents, StageContext context, Emitters out)
                throws Exception {
            out.main().emit(result.apply(key, window, function.result(contents)));
        }
    }

    /** One record. */
    record Reduced(ReduceFunction<Object> function, WindowFunction<Object, Object, Object> result)
            implements WindowValues {
        @Override
        public PaneKind panes(String table) {
            return PaneKind.records(table);
        }

        @Override
        public Object first(Object value) {
            return value;
        }

        @Override
        public Object add(Object contents, Object value) throws Exception {
            return function.reduce(contents, value);
        }

        @Override
        public Object copy(Object contents) {
            return contents;
        }

        @Override
        public Object merge(Object into, Object contents) throws Exception {
            return function.reduce(into, contents);
        }

        @Override
        public void emit(Object key, Window window, Object contents, StageContext context, Emitters out)
                throws Exception {
            out.main().emit(result.apply(key, window, contents));
        }
    }

    /** All records of two streams. */
    record Joined(JoinFunction<Object, Object, Object> function) implements WindowValues {
        /** The records of each stream, in the order in which they came. */
        record Sides<A, B>(List<A> first, List<B> second) {
            @SuppressWarnings("unchecked") // What a stream brings is of its class.
            void add(Sided sided) {
                if (sided.port() == 0) {
                    first.add((A) sided.value());
                } else {
                    second.add((B) sided.value());
                }
            }
        }

        @SuppressWarnings("unchecked") // Only this class makes contents.
        private static Sides<Object, Object> sides(Object contents) {
            return (Sides<Object, Object>) contents;
        }

        private record Sided(int port, Object value) {}

        @Override
        public PaneKind panes(String table) {
            return PaneKind.pairs(table, Sides.class, this::copy);
        }

        @Override
        public Object of(int port, Object value) {
            return new Sided(port, value);
        }

        @Override
        public Object first(Object value) {
            return add(new Sides<>(new ArrayList<>(1), new ArrayList<>(1)), value);
        }

        @Override
        public Object add(Object contents, Object value) {
            sides(contents).add((Sided) value);
            return contents;
        }

        @Override
        public Object copy(Object contents) {
            return merge(new Sides<>(new ArrayList<>(), new ArrayList<>()), contents);
        }

        @Override
        public Object merge(Object into, Object contents) {
            sides(into).first().addAll(sides(contents).first());
            sides(into).second().addAll(sides(contents).second());
            return into;
        }

        @Override
        public void emit(Object key, Window window, Object contents, StageContext context, Emitters out)
                throws Exception {
            Sides<Object, Object> sides = sides(contents);
            for (Object first : sides.first()) {
                for (Object second : sides.second()) {
                    out.main().emit(function.join(first, second));
                }
            }
        }
    }

    /** All records. */
    @SuppressWarnings("unchecked") // Contents are lists that this class has made.
    record Collected(WindowProcessFunction<Object, Object, Object> function) implements WindowValues {
        @Override
        public PaneKind panes(String table) {
            return PaneKind.lists(table, 0);
        }

        @Override
        public Object first(Object value) {
            List<Object> values = new ArrayList<>();
            values.add(value);
            return values;
        }

        @Override
        public Object add(Object contents, Object value) {
            ((List<Object>) contents).add(value);
            return contents;
        }

        @Override
        public Object copy(Object contents) {
            return new ArrayList<>((List<Object>) contents);
        }

        @Override
        public Object merge(Object into, Object contents) {
            ((List<Object>) into).addAll((List<Object>) contents);
            return into;
        }

        @Override
        public void emit(Object key, Window window, Object contents, StageContext context, Emitters out)
                throws Exception {
            function.process(key, window, (List<Object>) contents, context, out.main());
        }

        @Override
        public List<? extends StateSpec> states() {
            return function.states();
        }

        @Override
        public void open(StageContext context) throws Exception {
            function.open(context);
        }

        @Override
        public void begin(StageContext context) throws Exception {
            function.begin(context);
        }

        @Override
        public void close() throws Exception {
            function.close();
        }
    }
}
