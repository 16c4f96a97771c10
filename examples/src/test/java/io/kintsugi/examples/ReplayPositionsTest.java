package io.kintsugi.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import io.kintsugi.core.graph.StepKind.SourceStep;
import io.kintsugi.core.model.JobId;
import io.kintsugi.examples.flights.FlightsJob;
import io.kintsugi.examples.quakes.QuakesJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** After a restart a replay goes on with the very next record, paced or not, also from one pass to the next. */
final class ReplayPositionsTest {
    private static final long SECOND_NS = 1_000_000_000;

    @Test
    void ofFlights() throws Exception {
        Job unpaced = new FlightsJob().build(parameters(Map.of("records", "40010")));
        Job paced = new FlightsJob().build(parameters(Map.of("records", "40010", "rate", "5000")));

        for (int cut : new int[] {0, 1, 999, 9_999, 10_000, 10_001, 20_004}) {
            goesOn(unpaced, "flights", cut);
            goesOn(paced, "flights", cut);
        }
    }

    @Test
    void ofQuakes() throws Exception {
        Job quakes = new QuakesJob().build(parameters(Map.of("rate", "1000")));

        goesOn(quakes, "quakes", 0);
        goesOn(quakes, "quakes", 700);
    }

    private static JobParameters parameters(Map<String, String> given) {
        return new JobParameters(new TreeMap<>(given));
    }

    @SuppressWarnings("unchecked") // A position goes back to the source that it came from.
    private static void goesOn(Job job, String step, int cut) throws Exception {
        SourceStep kind = (SourceStep) job.graph().step(step).orElseThrow().kind();
        Source<Object, Object> source = (Source<Object, Object>) kind.source();
        List<Object> whole = new ArrayList<>();
        read(source.reader(new Second()), Integer.MAX_VALUE, whole);

        List<Object> both = new ArrayList<>();
        SourceReader<Object, Object> first = source.reader(new Second());
        read(first, cut, both);
        SourceReader<Object, Object> second = source.reader(new Second());
        second.seek(first.position());
        read(second, Integer.MAX_VALUE, both);

        assertThat(both).hasSizeGreaterThan(cut).isEqualTo(whole);
    }

    private static void read(SourceReader<Object, Object> reader, int records, List<Object> into) throws Exception {
        reader.open();
        Taking out = new Taking(into);
        ReadStatus status = ReadStatus.MORE;
        for (long calls = 0; status != ReadStatus.END && out.taken < records; calls++) {
            status = reader.read(out, Math.min(500, records - out.taken), calls * SECOND_NS);
        }
    }

    private static final class Taking implements SourceOutput<Object> {
        private final List<Object> into;
        private int taken;

        private Taking(List<Object> into) {
            this.into = into;
        }

        @Override
        public void emit(Object value) {
            into.add(value);
            taken++;
        }

        @Override
        public void emit(Object value, long timestamp) {
            emit(value);
        }

        @Override
        public void send(Object event) {
            throw new AssertionError("a replay sends no events: " + event);
        }
    }

    /** The second of two subtasks. */
    private record Second() implements StepContext {
        @Override
        public JobId job() {
            return new JobId("replay", 1);
        }

        @Override
        public boolean checkpointed() {
            return true;
        }

        @Override
        public String step() {
            return "read";
        }

        @Override
        public int subtask() {
            return 1;
        }

        @Override
        public int parallelism() {
            return 2;
        }

        @Override
        public int attempt() {
            return 1;
        }
    }
}
