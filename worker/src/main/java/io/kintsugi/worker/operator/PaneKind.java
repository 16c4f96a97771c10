package io.kintsugi.worker.operator;

import io.kintsugi.core.graph.KeyedTypes;
import io.kintsugi.core.type.RecordType;
import io.kintsugi.worker.state.KeyedState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A pane table of a stage, and the class of what its panes hold. */
record PaneKind(KeyedState.Panes table, Function<KeyedTypes, RecordType> contents) {
    /** Panes with an accumulator each, which may be changed in place. */
    static PaneKind accumulators(String table) {
        return new PaneKind(
                new KeyedState.Panes(table, null), types -> types.kept().get(0));
    }

    /** Panes with a record each, which nobody changes. */
    static PaneKind records(String table) {
        return new PaneKind(
                new KeyedState.Panes(table, UnaryOperator.identity()),
                types -> types.kept().get(0));
    }

    /** Panes with a list of the records of one input. */
    static PaneKind lists(String table, int input) {
        return new PaneKind(
                new KeyedState.Panes(table, PaneKind::copyOfList),
                types -> inside(List.class, types.kept().get(input)));
    }

    /**
     * Panes with the records of two inputs.
     *
     * @param pair a class with two type parameters, for the records of each input
     */
    static PaneKind pairs(String table, Class<?> pair, UnaryOperator<Object> copier) {
        return new PaneKind(
                new KeyedState.Panes(table, copier),
                types -> inside(pair, types.kept().toArray(RecordType[]::new)));
    }

    RecordType stored(KeyedTypes types) {
        return contents.apply(types);
    }

    private static RecordType inside(Class<?> outer, RecordType... arguments) {
        List<Class<?>> contents = new ArrayList<>();
        for (RecordType argument : arguments) {
            contents.add(argument.type());
            contents.addAll(argument.contents());
        }
        return new RecordType(outer, contents);
    }

    private static Object copyOfList(Object list) {
        return new ArrayList<@Nullable Object>((List<?>) list);
    }
}
