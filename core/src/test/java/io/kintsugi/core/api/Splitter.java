package io.kintsugi.core.api;

import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.SideOutput;

/** Sends odd numbers to a side output. */
final class Splitter implements ProcessFunction<Long, Long> {
    static final SideOutput<Long> ODD = SideOutput.of("odd", Long.class);

    @Override
    public void process(Long value, ProcessContext context, Output<Long> out) {
        if (value % 2 == 0) {
            out.emit(value);
        } else {
            context.emit(ODD, value);
        }
    }
}
