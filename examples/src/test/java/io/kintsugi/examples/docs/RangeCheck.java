package io.kintsugi.examples.docs;

import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.examples.docs.WritingAJobTest.Reading;

// doc: side-output-function
final class RangeCheck implements ProcessFunction<Reading, Reading> {
    static final SideOutput<Reading> REJECTED = SideOutput.of("rejected", Reading.class);

    @Override
    public void process(Reading reading, ProcessContext context, Output<Reading> out) {
        if (reading.celsius() > -90 && reading.celsius() < 60) {
            out.emit(reading);
        } else {
            context.emit(REJECTED, reading);
        }
    }
}
// end
