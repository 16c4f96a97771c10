package io.kintsugi.worker.net;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A job with one edge, and kinds of records that jobs have. */
final class TestJobs {
    private TestJobs() {}

    record Flight(long id, String from, String to, int delayMinutes, double distance, List<String> tags) {}

    enum Colour {
        RED,
        BLUE
    }

    sealed interface Shape {}

    record Circle(double radius) implements Shape {}

    record Square(int side, Colour colour) implements Shape {}

    @SuppressWarnings("ArrayRecordComponent")
    record Bag(
            List<String> names,
            Map<String, Integer> counts,
            List<Shape> shapes,
            Square[] squares,
            Optional<String> note,
            Instant at,
            LocalDate day,
            double[] weights) {}

    static final class Knot {
        Knot next;
    }

    interface Open {}

    record Stranger(int x) implements Open {}

    record Holder(Open open) {}

    static Flight flight(long id) {
        return new Flight(id, "SFO", "JFK", (int) (id % 90), id * 1.5, List.of("a", "b" + id));
    }

    /** The codec of a job whose only edge, 0, begins at step {@code read}. */
    static RecordCodec codec(ChannelSettings settings, Class<?>... types) {
        return codec(settings, TestJobs.class.getClassLoader(), types);
    }

    static RecordCodec codec(ChannelSettings settings, ClassLoader loader, Class<?>... types) {
        var draft = Job.named("codec-test").recordTypes(types);
        draft.source("read", new Nothing()).rebalance().sink("write", context -> new Nowhere());
        return RecordCodec.of(draft.build().graph(), settings, loader);
    }

    private static final class Nothing implements Source<Flight, Long> {
        @Override
        public SourceReader<Flight, Long> reader(StepContext context) {
            throw new UnsupportedOperationException("this job is not run");
        }
    }

    private static final class Nowhere implements SinkWriter<Flight> {
        @Override
        public void write(Flight value, long timestamp) {}
    }
}
