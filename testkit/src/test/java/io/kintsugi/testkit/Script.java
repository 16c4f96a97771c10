package io.kintsugi.testkit;

import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Emits the lines of a script, one script a subtask; a negative number is a pause of so many milliseconds. */
record Script(List<List<Long>> lines) implements Source<Long, Integer> {
    static Script of(Long... lines) {
        return new Script(List.of(List.of(lines)));
    }

    static long pause(Duration time) {
        return -time.toMillis();
    }

    @Override
    public SourceReader<Long, Integer> reader(StepContext context) {
        List<Long> own = lines.get(context.subtask());
        return new SourceReader<>() {
            private int next;
            private long pausedUntilNs;

            @Override
            public ReadStatus read(SourceOutput<Long> out, int limit, long nowNs) {
                for (int i = 0; i < limit && next < own.size(); i++) {
                    if (nowNs < pausedUntilNs) {
                        return ReadStatus.IDLE;
                    }
                    long line = own.get(next++);
                    if (line < 0) {
                        pausedUntilNs = nowNs + TimeUnit.MILLISECONDS.toNanos(-line);
                    } else {
                        out.emit(line);
                    }
                }
                return next < own.size() ? ReadStatus.MORE : ReadStatus.END;
            }

            @Override
            public Integer position() {
                return next;
            }

            @Override
            public void seek(Integer position) {
                next = position;
            }
        };
    }
}
