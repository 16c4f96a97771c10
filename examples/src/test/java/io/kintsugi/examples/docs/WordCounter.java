package io.kintsugi.examples.docs;

import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.examples.docs.WordCounter.WordCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

// doc: keyed-state
final class WordCounter implements KeyedProcessFunction<String, String, WordCount> {
    record WordCount(String word, long count) {}

    private static final ValueStateSpec<Long> COUNT = ValueStateSpec.of("count", Long.class);

    private @Nullable ValueState<Long> count;

    @Override
    public List<ValueStateSpec<?>> states() {
        return List.of(COUNT); // Declared, so that the engine knows all state before the first record.
    }

    @Override
    public void open(ProcessContext context) {
        count = context.state(COUNT);
    }

    @Override
    public void process(String word, String record, ProcessContext context, Output<WordCount> out) {
        long next = count.getOr(0L) + 1;
        count.set(next);
        out.emit(new WordCount(word, next));
    }
}
// end
