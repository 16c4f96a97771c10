package io.kintsugi.webconsole;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;

/** Jobs that are built and never run. */
public final class TestJobs {
    private TestJobs() {}

    /** Its parameters: name, parallelism. */
    public static final class Good implements JobBuilder {
        @Override
        public Job build(JobParameters parameters) {
            var draft = Job.named(parameters.text("name", "numbers"));
            draft.source("read", new Numbers())
                    .parallelism(parameters.number("parallelism", 2, 1, 1_000))
                    .sink("write", context -> (value, time) -> {});
            return draft.build();
        }
    }

    public static final class Throwing implements JobBuilder {
        @Override
        public Job build(JobParameters parameters) {
            throw new IllegalStateException("no model file");
        }
    }

    private static final class Numbers implements Source<Long, Long> {
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
}
