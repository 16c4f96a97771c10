package io.kintsugi.worker.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Batch;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RecordCodecTest {
    private static final ChannelSettings SETTINGS = new ChannelSettings(32, 1000, 4096, 100_000, 5, 500, 2500);

    private final RecordCodec codec = TestJobs.codec(SETTINGS, TestJobs.Flight.class, TestJobs.Shape.class);

    @Test
    void givesBackTheRecordsAndTheirTimestamps() {
        Batch batch = new Batch(8);
        batch.add(TestJobs.flight(1), 1_700_000_000_000L);
        batch.add(TestJobs.flight(2), 1_700_000_000_005L);
        batch.add(TestJobs.flight(3), Batch.NO_TIMESTAMP);
        batch.add(TestJobs.flight(4), -1);

        EncodedParcel parcel = codec.encode(0, batch, 0);

        assertThat(parcel.count()).isEqualTo(4);
        assertSame(parcel.open(), batch, 0);
    }

    @Test
    void keepsManyKindsOfRecordsInTheirOrder() {
        Batch batch = new Batch(8);
        List<Object> records = List.of(
                new TestJobs.Circle(1.5),
                new TestJobs.Circle(2.5),
                new TestJobs.Square(2, TestJobs.Colour.RED),
                new TestJobs.Circle(3.5),
                "text é",
                42,
                43L,
                4.5,
                true,
                new TestJobs.Bag(
                        List.of("a", "b"),
                        Map.of("k", 1),
                        new ArrayList<>(Arrays.asList(new TestJobs.Circle(1), null)),
                        new TestJobs.Square[] {new TestJobs.Square(1, TestJobs.Colour.BLUE)},
                        Optional.of("x"),
                        Instant.EPOCH,
                        LocalDate.EPOCH,
                        new double[] {1, 2}));
        records.forEach(record -> batch.add(record, Batch.NO_TIMESTAMP));
        RecordCodec wide = TestJobs.codec(SETTINGS, TestJobs.Shape.class, TestJobs.Bag.class);

        Batch decoded = wide.encode(0, batch, 0).open();

        assertThat(decoded.count()).isEqualTo(records.size());
        for (int i = 0; i < records.size() - 1; i++) {
            assertThat(decoded.value(i)).isEqualTo(records.get(i));
        }
        TestJobs.Bag bag = (TestJobs.Bag) decoded.value(records.size() - 1);
        assertThat(bag).usingRecursiveComparison().isEqualTo(records.get(records.size() - 1));
    }

    @Test
    void spendsNoBytesOnTimestampsThatAreNotThere() {
        Batch without = new Batch(100);
        Batch with = new Batch(100);
        for (int i = 0; i < 100; i++) {
            without.add("same", Batch.NO_TIMESTAMP);
            with.add("same", 1_700_000_000_000L + i);
        }

        assertThat(codec.encode(0, with, 0).bytes())
                .isBetween(
                        codec.encode(0, without, 0).bytes() + 100,
                        codec.encode(0, without, 0).bytes() + 120);
    }

    @Test
    void cutsABatchWhereAFrameIsFullHoweverTheSizesOfRecordsChange() {
        Batch batch = new Batch(64);
        for (int i = 0; i < 600; i++) {
            batch.add("x".repeat(i % 100 == 99 ? 20_000 : i), i);
        }
        int from = 0;
        List<Object> records = new ArrayList<>();

        while (from < batch.count()) {
            EncodedParcel parcel = codec.encode(0, batch, from);
            assertThat(parcel.bytes() <= SETTINGS.frameBytes() + 10 * parcel.count() || parcel.count() == 1)
                    .isTrue();
            Batch part = parcel.open();
            assertSame(part, batch, from);
            records.addAll(Arrays.asList(part.values()).subList(0, part.count()));
            from += parcel.count();
        }

        assertThat(records).hasSize(600);
    }

    @Test
    void namesTheStepTheSizeAndTheLimitOfARecordThatIsTooLarge() {
        Batch batch = new Batch(1);
        batch.add("x".repeat(200_000), Batch.NO_TIMESTAMP);

        assertThatThrownBy(() -> codec.encode(0, batch, 0))
                .isInstanceOf(RecordNotSendableException.class)
                .hasMessageContaining("step 'read'")
                .hasMessageContaining("200")
                .hasMessageContaining("record-bytes-max is 100000");
    }

    @Test
    void namesAnUnregisteredClassAndWhereToRegisterIt() {
        Batch batch = new Batch(1);
        batch.add(new TestJobs.Stranger(1), Batch.NO_TIMESTAMP);
        Batch nested = new Batch(1);
        nested.add(new TestJobs.Holder(new TestJobs.Stranger(1)), Batch.NO_TIMESTAMP);
        RecordCodec holding = TestJobs.codec(SETTINGS, TestJobs.Holder.class);

        assertThatThrownBy(() -> codec.encode(0, batch, 0))
                .isInstanceOf(RecordNotSendableException.class)
                .hasMessageContaining("step 'read'")
                .hasMessageContaining(TestJobs.Stranger.class.getName())
                .hasMessageContaining("JobDraft.recordTypes(");
        assertThatThrownBy(() -> holding.encode(0, nested, 0))
                .isInstanceOf(RecordNotSendableException.class)
                .hasMessageContaining(TestJobs.Stranger.class.getName());
    }

    @Test
    void namesTheStepOfARecordThatHoldsItself() {
        TestJobs.Knot knot = new TestJobs.Knot();
        knot.next = knot;
        Batch batch = new Batch(1);
        batch.add(knot, Batch.NO_TIMESTAMP);
        RecordCodec knots = TestJobs.codec(SETTINGS, TestJobs.Knot.class);

        assertThatThrownBy(() -> knots.encode(0, batch, 0))
                .isInstanceOf(RecordNotSendableException.class)
                .hasMessageContaining("step 'read'")
                .hasMessageContaining("must not hold itself");
    }

    @Test
    void refusesBytesThatAreDamaged() {
        Batch batch = new Batch(2);
        batch.add(TestJobs.flight(1), 1);
        batch.add(TestJobs.flight(2), 2);
        EncodedParcel good = codec.encode(0, batch, 0);

        assertThatThrownBy(() -> new EncodedParcel(codec, good.array(), 0, good.length() / 2, 2).open())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be decoded");
    }

    @Test
    void goesOnAfterARecordThatItRefused() {
        Batch bad = new Batch(1);
        bad.add(new TestJobs.Stranger(1), Batch.NO_TIMESTAMP);
        assertThatThrownBy(() -> codec.encode(0, bad, 0)).isInstanceOf(RecordNotSendableException.class);

        Batch good = new Batch(1);
        good.add(TestJobs.flight(1), Batch.NO_TIMESTAMP);

        assertSame(codec.encode(0, good, 0).open(), good, 0);
    }

    @Test
    void numbersTheClassesInTheSameOrderEverywhere() {
        assertThat(TestJobs.codec(SETTINGS, TestJobs.Shape.class, TestJobs.Flight.class)
                        .classes())
                .isEqualTo(TestJobs.codec(SETTINGS, TestJobs.Shape.class, TestJobs.Flight.class)
                        .classes())
                .contains(TestJobs.Circle.class, TestJobs.Square.class, TestJobs.Flight.class)
                .doesNotContain(TestJobs.Shape.class);
    }

    private static void assertSame(Batch part, Batch whole, int from) {
        for (int i = 0; i < part.count(); i++) {
            assertThat(part.value(i)).isEqualTo(whole.value(from + i));
            assertThat(part.timestamp(i)).isEqualTo(whole.timestamp(from + i));
        }
    }
}
