package io.kintsugi.worker.operator;

import io.kintsugi.core.function.FlatMapFunction;

/** Any number of records out for each record in, without state. */
final class FlatMapStage extends FunctionStage {
    private final FlatMapFunction<Object, Object> function;

    FlatMapStage(String step, FlatMapFunction<Object, Object> function, Emitters emitters) {
        super(step, emitters);
        this.function = function;
    }

    @Override
    void apply(Object value, long timestamp, Emitters out) throws Exception {
        function.flatMap(value, out.main());
    }

    @Override
    void finish(Emitters out) {
        // A function without state has nothing left to say.
    }
}
