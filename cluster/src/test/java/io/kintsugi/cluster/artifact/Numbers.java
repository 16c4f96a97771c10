package io.kintsugi.cluster.artifact;

import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;

/** Has nothing to read: these jobs are only built. */
public final class Numbers implements Source<Long, Long> {
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
            public void seek(Long position) {}
        };
    }
}
