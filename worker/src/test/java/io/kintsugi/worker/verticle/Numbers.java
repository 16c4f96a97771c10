package io.kintsugi.worker.verticle;

import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;

/** The numbers from 0 on, every parallelism-th for each subtask. */
record Numbers(long count) implements Source<Long, Long> {
    @Override
    public SourceReader<Long, Long> reader(StepContext context) {
        return new SourceReader<>() {
            private long next = context.subtask();

            @Override
            public ReadStatus read(SourceOutput<Long> out, int limit, long nowNs) {
                for (int i = 0; i < limit && next < count; i++) {
                    out.emit(next);
                    next += context.parallelism();
                }
                return next < count ? ReadStatus.MORE : ReadStatus.END;
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
