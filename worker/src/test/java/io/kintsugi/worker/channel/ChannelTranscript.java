package io.kintsugi.worker.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.Element;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Plays events to the ends of a channel and writes down the frames that they send. A frame lies under way until the story
 * delivers or loses it. The text is held against a file, which {@code -Dtranscripts.rewrite=true} replaces.
 */
final class ChannelTranscript {
    private static final Path DIRECTORY = Path.of("src/test/resources/transcripts");
    private static final ChannelId ID = new ChannelId(0, 0, 0);
    private static final ChannelSettings SETTINGS = new ChannelSettings(8, 10, 1024, 4096, 5, 500, 2500);

    /** Room for 20 records that travel by reference. */
    private static final AbsentConsumer BUFFER = AbsentConsumer.buffer(20 * AbsentConsumer.BYTES_BY_REFERENCE);

    private final StringBuilder text = new StringBuilder();
    private final Map<Integer, OutputChannel> producers = new TreeMap<>();
    private final Map<Integer, InputChannel> consumers = new TreeMap<>();
    private final List<Frame> underWay = new ArrayList<>();
    private long nowMs;

    /** Tells the reader what happens; not an event. */
    ChannelTranscript note(String sentence) {
        text.append(text.isEmpty() ? "" : "\n").append("# ").append(sentence).append('\n');
        return this;
    }

    /** One whose numbering is its own. */
    ChannelTranscript producer(int attempt) {
        event("producer attempt %d begins".formatted(attempt));
        producers.put(attempt, new OutputChannel(ID, attempt, SETTINGS, BUFFER, this::sent));
        return this;
    }

    /** One whose state had emitted so many records of an epoch. */
    ChannelTranscript producer(int attempt, int epoch, long emitted) {
        event("producer attempt %d begins behind record %d of epoch %d".formatted(attempt, emitted, epoch));
        OutputChannel output = new OutputChannel(ID, attempt, SETTINGS, BUFFER, this::sent);
        output.startAt(new ChannelStart(new ChannelPosition(ID, epoch, emitted), true, true), false);
        producers.put(attempt, output);
        return this;
    }

    /** One whose state is empty. */
    ChannelTranscript consumer(int attempt, int producerAttempt) {
        return consumer(attempt, producerAttempt, ChannelStart.nothingTaken(ID, true));
    }

    /** One whose state had taken so many records of an epoch. */
    ChannelTranscript consumer(int attempt, int producerAttempt, int epoch, long taken) {
        return consumer(attempt, producerAttempt, new ChannelStart(new ChannelPosition(ID, epoch, taken), true, true));
    }

    private ChannelTranscript consumer(int attempt, int producerAttempt, ChannelStart start) {
        InputChannel input = new InputChannel(ID, attempt, SETTINGS, this::sent);
        input.startAt(start);
        consumers.put(attempt, input);
        return connect(attempt, producerAttempt);
    }

    /** One without state, of which nobody has said how far the attempt before had come. */
    ChannelTranscript asking(int attempt, int producerAttempt) {
        InputChannel input = new InputChannel(ID, attempt, SETTINGS, this::sent);
        input.ask();
        consumers.put(attempt, input);
        return connect(attempt, producerAttempt);
    }

    /** It begins behind the mark that it was told. */
    ChannelTranscript goesOnBehindTheMark(int attempt) {
        InputChannel input = consumers.get(attempt);
        Frame.Hello answer = Objects.requireNonNull(input.answer());
        Mark mark = Objects.requireNonNull(answer.memory().mark());
        event("consumer attempt %d goes on behind %s".formatted(attempt, words(mark)));
        input.goOn(ChannelStart.marked(at(mark)), nowNs());
        return this;
    }

    /** It begins at the first record. */
    ChannelTranscript begins(int attempt) {
        event("consumer attempt %d begins at the first record".formatted(attempt));
        consumers.get(attempt).goOn(ChannelStart.marked(new ChannelPosition(ID, 1, 0)), nowNs());
        return this;
    }

    /** A consumer without state knows that all up to here has had its effect. */
    ChannelTranscript marks(int attempt, long number, long seq) {
        event("consumer attempt %d marks record %d".formatted(attempt, seq));
        ChannelPosition at = new ChannelPosition(ID, 1, seq);
        consumers.get(attempt).mark(new Mark(attempt, number, new ChannelPositions(List.of(at), List.of()), List.of()));
        return this;
    }

    /** The leader says that an attempt of the consumer is gone. */
    ChannelTranscript consumerGone(int attempt, int producerAttempt) {
        event("producer attempt %d hears that consumer attempt %d is gone".formatted(producerAttempt, attempt));
        producers.get(producerAttempt).detach(attempt);
        return this;
    }

    /** The leader says that an attempt of the producer is gone. */
    ChannelTranscript producerGone(int attempt, int consumerAttempt) {
        event("consumer attempt %d hears that producer attempt %d is gone".formatted(consumerAttempt, attempt));
        consumers.get(consumerAttempt).detach(attempt);
        return this;
    }

    ChannelTranscript connect(int attempt, int producerAttempt) {
        event("consumer attempt %d connects to producer attempt %d".formatted(attempt, producerAttempt));
        consumers.get(attempt).connect(producerAttempt, nowNs());
        return this;
    }

    ChannelTranscript write(int attempt, int records) {
        event("producer attempt %d writes %d records".formatted(attempt, records));
        Batch batch = new Batch(records);
        for (int i = 0; i < records; i++) {
            batch.add("r", Batch.NO_TIMESTAMP);
        }
        producers.get(attempt).write(batch);
        return this;
    }

    ChannelTranscript watermark(int attempt, long timestamp) {
        event("producer attempt %d writes watermark %d".formatted(attempt, timestamp));
        producers.get(attempt).write(new Watermark(timestamp));
        return this;
    }

    ChannelTranscript end(int attempt) {
        event("producer attempt %d writes the end".formatted(attempt));
        producers.get(attempt).write(EndOfInput.INSTANCE);
        return this;
    }

    ChannelTranscript poll(int attempt, int elements) {
        event("consumer attempt %d polls up to %d".formatted(attempt, elements));
        for (int i = 0; i < elements; i++) {
            Element element = consumers.get(attempt).poll();
            if (element == null) {
                return this;
            }
            line("got " + (element instanceof Batch batch ? batch.count() + " records" : element));
        }
        return this;
    }

    /** Everything under way arrives, and what that makes the ends send, until nothing is under way. */
    ChannelTranscript deliverAll() {
        while (!underWay.isEmpty()) {
            deliver(0);
        }
        return this;
    }

    /** The frame at {@code index} arrives, at every attempt of its end that there is. */
    ChannelTranscript deliver(int index) {
        Frame frame = underWay.remove(index);
        event("arrives: %s".formatted(describe(frame)));
        if (frame instanceof Frame.ToProducer) {
            producers.values().forEach(end -> end.receive(frame, nowNs()));
        } else {
            consumers.values().forEach(end -> end.receive(frame, nowNs()));
        }
        return this;
    }

    ChannelTranscript lose(int index) {
        event("is lost: %s".formatted(describe(underWay.remove(index))));
        return this;
    }

    /** The network makes a second one of it. */
    ChannelTranscript repeat(int index) {
        event("is repeated: %s".formatted(describe(underWay.get(index))));
        underWay.add(underWay.get(index));
        return this;
    }

    ChannelTranscript breakConnection() {
        while (!underWay.isEmpty()) {
            lose(0);
        }
        return this;
    }

    ChannelTranscript tick(long afterMs) {
        nowMs += afterMs;
        event("%d ms later".formatted(afterMs));
        producers.values().forEach(end -> end.tick(nowNs()));
        consumers.values().forEach(end -> end.tick(nowNs()));
        return this;
    }

    ChannelTranscript account() {
        event("the account");
        producers.forEach((attempt, end) -> line("producer %d: emitted %d, kept %d, credits %d, resent %d, fenced %d"
                .formatted(
                        attempt,
                        end.emittedSeq(),
                        end.unacknowledged(),
                        end.credits(),
                        end.counters().resent(),
                        end.counters().fenced())));
        consumers.forEach((attempt, end) -> {
            ChannelCounters counters = end.counters();
            line("consumer %d: records %d, lost %d %s, duplicates %d, gaps %d, early %d, fenced %d"
                    .formatted(
                            attempt,
                            counters.records(),
                            counters.lost(),
                            end.takeLosses().stream()
                                    .map(ChannelTranscript::words)
                                    .toList(),
                            counters.duplicates(),
                            counters.gaps(),
                            counters.early(),
                            counters.fenced()));
        });
        return this;
    }

    private static String words(LossRange range) {
        return "%s %d to %d of epoch %d%s"
                .formatted(
                        range.kind(),
                        range.fromSeq(),
                        range.toSeq(),
                        range.epoch(),
                        range.basis() == LossBasis.COUNTED ? "" : " " + range.basis() + " at least " + range.least());
    }

    /** Holds the whole text against the file of this name. */
    void matches(String name) {
        Path file = DIRECTORY.resolve(name + ".txt");
        try {
            if (Boolean.getBoolean("transcripts.rewrite")) {
                Files.createDirectories(DIRECTORY);
                Files.writeString(file, text);
            }
            assertThat(text.toString()).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sent(Frame frame) {
        line(describe(frame));
        underWay.add(frame);
    }

    private long nowNs() {
        return nowMs * 1_000_000;
    }

    private void event(String what) {
        text.append(what).append('\n');
    }

    private void line(String line) {
        text.append("    ").append(line).append('\n');
    }

    private static String describe(Frame frame) {
        Frame.Header header = frame.header();
        String ends =
                "[p%d c%d epoch %d]".formatted(header.producerAttempt(), header.consumerAttempt(), header.epoch());
        if (frame instanceof Frame.Data data) {
            long last = data.firstSeq() + data.parcel().count() - 1;
            return "Data %s frame %d, records %d to %d".formatted(ends, data.frame(), data.firstSeq(), last);
        }
        if (frame instanceof Frame.Gap gap) {
            return "Gap %s frame %d, records %d to %d"
                    .formatted(ends, gap.frame(), gap.firstSeq(), gap.firstSeq() + gap.count() - 1);
        }
        if (frame instanceof Frame.Control control) {
            return "Control %s frame %d, emitted %d, %s"
                    .formatted(ends, control.frame(), control.emittedSeq(), control.element());
        }
        if (frame instanceof Frame.Hello hello) {
            return "Hello %s base %d%s, available from frame %d record %d, last frame %d%s"
                    .formatted(
                            ends,
                            hello.baseSeq(),
                            hello.continuesEpoch() == 0 ? "" : " behind epoch " + hello.continuesEpoch(),
                            hello.firstAvailableFrame(),
                            hello.firstAvailableSeq(),
                            hello.lastFrame(),
                            hello.memory().mark() == null
                                    ? ""
                                    : ", sent before to record %d, %s"
                                            .formatted(
                                                    hello.memory().sentSeq(),
                                                    words(hello.memory().mark())));
        }
        if (frame instanceof Frame.Probe probe) {
            return "Probe %s last frame %d, emitted %d".formatted(ends, probe.lastFrame(), probe.emittedSeq());
        }
        if (frame instanceof Frame.Resume resume) {
            return "Resume %s from frame %d record %d, room to frame %d"
                    .formatted(ends, resume.nextFrame(), resume.nextSeq(), resume.grantedFrame());
        }
        Frame.Credit credit = (Frame.Credit) frame;
        Mark mark = credit.mark();
        return "Credit %s taken to frame %d, room to frame %d%s"
                .formatted(
                        ends,
                        credit.ackedFrame(),
                        credit.grantedFrame(),
                        mark == null || mark.isNone() ? "" : ", " + words(mark));
    }

    private static String words(Mark mark) {
        return "mark %d of attempt %d at record %d".formatted(mark.number(), mark.attempt(), at(mark).seq());
    }

    private static ChannelPosition at(Mark mark) {
        return ChannelPosition.of(ID, mark.at().inputs()).orElseThrow();
    }
}
