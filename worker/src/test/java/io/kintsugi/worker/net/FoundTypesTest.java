package io.kintsugi.worker.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.function.ReadStatus;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceOutput;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import java.time.DayOfWeek;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What the job API finds by itself is all that the codec needs: nothing is registered by hand here. */
class FoundTypesTest {
    record Trip(List<Leg> legs) {}

    record Leg(DayOfWeek day, Mood mood, Animal animal) {}

    enum Mood {
        GOOD,
        BAD {
            @Override
            public String toString() {
                return "awful";
            }
        }
    }

    abstract static sealed class Animal permits Dog {
        final Owner owner = new Owner("Ada");
    }

    static final class Dog extends Animal {
        final String name = "Rex";

        @Override
        public boolean equals(Object other) {
            return other instanceof Dog dog && name.equals(dog.name) && owner.equals(dog.owner);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    record Owner(String name) {}

    private static final Leg LEG = new Leg(DayOfWeek.MONDAY, Mood.BAD, new Dog());
    private static final Trip TRIP = new Trip(List.of(LEG, LEG));

    @Test
    void nestedRecordsEnumsAndClassesWithParentsTravel() {
        assertThat(travelled(trips -> trips, TRIP)).isEqualTo(TRIP);
    }

    @Test
    void listsOfRecordsTravel() {
        assertThat(travelled(trips -> trips.map("legs", Trip::legs), TRIP.legs()))
                .isEqualTo(TRIP.legs());
    }

    @Test
    void arraysOfRecordsTravel() {
        Leg[] legs = {LEG, LEG};
        Leg[][] pairs = {legs};

        Object single = travelled(trips -> trips.map("legs", trip -> legs), legs);
        Object nested = travelled(trips -> trips.map("legs", trip -> pairs), pairs);

        assertThat((Leg[]) single).containsExactly(LEG, LEG);
        assertThat(Arrays.deepEquals((Leg[][]) nested, pairs)).isTrue();
    }

    @Test
    void primitiveArraysAndMatricesTravel() {
        double[][] matrix = {{1, 2}, {3}};

        Object found = travelled(trips -> trips.map("weights", trip -> matrix), matrix);

        assertThat(Arrays.deepEquals((double[][]) found, matrix)).isTrue();
    }

    private static <R> Object travelled(Function<Stream<Trip>, Stream<R>> steps, Object record) {
        var draft = Job.named("found-types");
        steps.apply(draft.source("read", new Trips())).rebalance().sink("write", context -> (value, timestamp) -> {});
        RecordCodec codec = RecordCodec.of(
                draft.build().graph(), ChannelSettings.defaults(), FoundTypesTest.class.getClassLoader());
        Batch batch = new Batch(1);
        batch.add(record, Batch.NO_TIMESTAMP);
        return codec.encode(0, batch, 0).open().value(0);
    }

    private static final class Trips implements Source<Trip, Long> {
        @Override
        public SourceReader<Trip, Long> reader(StepContext context) {
            return new SourceReader<>() {
                @Override
                public ReadStatus read(SourceOutput<Trip> out, int limit, long nowNs) {
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
