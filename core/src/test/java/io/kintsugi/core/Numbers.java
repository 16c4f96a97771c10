package io.kintsugi.core;

import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;

/** A source of 0, 1, 2 and so on. */
public final class Numbers implements Source<Long, Long> {
    @Override
    public SourceReader<Long, Long> reader(StepContext context) {
        return new SourceReader<>() {
            private long next;

            @Override
            public ReadStatus read(SourceOutput<Long> out, int limit, long nowNs) {
                out.emit(next++);
                return ReadStatus.MORE;
            }

            @Override
            public Long position() {
                return next;
            }

            @Override
            public void seek(Long position) {
                next = position;
            }
        };
    }
}
