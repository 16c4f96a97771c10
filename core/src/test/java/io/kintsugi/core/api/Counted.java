package io.kintsugi.core.api;

import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;

/** A source that says whether it ends. */
record Counted(boolean bounded) implements Source<Long, Long> {
    @Override
    public SourceReader<Long, Long> reader(StepContext context) {
        return new SourceReader<>() {
            @Override
            public ReadStatus read(SourceOutput<Long> out, int limit, long nowNs) {
                return ReadStatus.END;
            }

            @Override
            public Long position() {
                return 0L;
            }

            @Override
            public void seek(Long position) {
                // There is nothing to read.
            }
        };
    }
}
