package io.kintsugi.worker.net;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.Element;
import io.kintsugi.core.element.EndOfInput;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.element.Watermark;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.channel.InputChannel;
import io.kintsugi.worker.channel.OutputChannel;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongFunction;

/** A task that writes numbered records, and events with them, to a channel and one that reads and checks them, each a verticle. */
final class ChannelPair {
    static final JobId JOB = new JobId("pair", 1);
    static final ChannelId CHANNEL = new ChannelId(0, 0, 0);
    private static final int BATCH = 500;

    private ChannelPair() {}

    /** Frames put aside, then a step: the shape of a task. */
    abstract static class Task extends AbstractVerticle {
        final Queue<Frame> inbox = new ConcurrentLinkedQueue<>();
        final Promise<Long> result = Promise.promise();
        DataPlane plane;
        int loop;
        private final AtomicBoolean scheduled = new AtomicBoolean();

        @Override
        public void start() throws Exception {
            loop = plane.nextLoop().index();
            context.exceptionHandler(result::tryFail);
            open();
            vertx.setPeriodic(20, ignored -> {
                tick();
                schedule();
            });
        }

        abstract void open();

        abstract void tick();

        abstract void step();

        void receive(ChannelId channel, Frame frame) {
            inbox.add(frame);
            schedule();
        }

        void schedule() {
            if (scheduled.compareAndSet(false, true)) {
                context.runOnContext(ignored -> {
                    scheduled.set(false);
                    step();
                });
            }
        }

        Future<Long> result() {
            return result.future();
        }
    }

    static final class Writer extends Task {
        private final RecordCodec codec;
        private final ChannelSettings settings;
        private final long records;
        private final LongFunction<Object> record;
        private OutputChannel output;
        private long written;
        private long told = -1;
        private boolean ended;

        Writer(
                DataPlane plane,
                RecordCodec codec,
                ChannelSettings settings,
                long records,
                LongFunction<Object> record) {
            this.plane = plane;
            this.codec = codec;
            this.settings = settings;
            this.records = records;
            this.record = record;
        }

        @Override
        void open() {
            plane.open(JOB, List.of(), List.of(CHANNEL), this::receive, codec);
        }

        void connect(TaskLocation peer) {
            context.runOnContext(
                    ignored -> output = new OutputChannel(CHANNEL, 1, settings, plane.sink(JOB, CHANNEL, peer, codec)));
        }

        @Override
        void tick() {
            if (output != null) {
                output.tick(System.nanoTime());
            }
        }

        @Override
        void step() {
            if (output == null) {
                return;
            }
            while (!inbox.isEmpty()) {
                output.receive(inbox.remove(), System.nanoTime());
            }
            while (written < records && output.writable()) {
                if (told < written) {
                    told = written;
                    output.write(new UserEvent(new UserEvent.Origin("read", 0, 1, told), record.apply(told)));
                    continue;
                }
                Batch batch = new Batch(BATCH);
                for (int i = 0; i < BATCH && written < records; i++) {
                    written++;
                    batch.add(record.apply(written), written);
                }
                output.write(batch);
                output.write(new Watermark(written));
            }
            if (written == records && !ended) {
                ended = true;
                output.write(EndOfInput.INSTANCE);
            }
            if (ended && output.drained()) {
                result.tryComplete(written);
            }
        }

        OutputChannel output() {
            return output;
        }
    }

    static final class Reader extends Task {
        private final RecordCodec codec;
        private final ChannelSettings settings;
        private final LongFunction<Object> record;
        private InputChannel input;
        private long read;
        private int events;

        Reader(DataPlane plane, RecordCodec codec, ChannelSettings settings, LongFunction<Object> record) {
            this.plane = plane;
            this.codec = codec;
            this.settings = settings;
            this.record = record;
        }

        @Override
        void open() {
            plane.open(JOB, List.of(CHANNEL), List.of(), this::receive, codec);
        }

        void connect(TaskLocation peer) {
            context.runOnContext(ignored -> {
                input = new InputChannel(CHANNEL, 1, settings, plane.sink(JOB, CHANNEL, peer, codec));
                input.connect(1, System.nanoTime());
            });
        }

        @Override
        void tick() {
            if (input != null) {
                input.tick(System.nanoTime());
            }
        }

        @Override
        void step() {
            if (input == null) {
                return;
            }
            while (!inbox.isEmpty()) {
                input.receive(inbox.remove(), System.nanoTime());
            }
            for (Element element = input.poll(); element != null; element = input.poll()) {
                check(element);
            }
            if (input.ended()) {
                result.tryComplete(read);
            }
        }

        private void check(Element element) {
            if (element instanceof Batch batch) {
                for (int i = 0; i < batch.count(); i++) {
                    read++;
                    if (batch.timestamp(i) != read || !batch.value(i).equals(record.apply(read))) {
                        throw new AssertionError("record " + read + " came as " + batch.value(i));
                    }
                }
            } else if (element instanceof UserEvent event) {
                if (event.origin().number() != read || !event.value().equals(record.apply(read))) {
                    throw new AssertionError(event + " came at " + read);
                }
                events++;
            } else if (element instanceof Watermark watermark && watermark.timestamp() > read) {
                throw new AssertionError(watermark + " came before its records, at " + read);
            }
        }

        /** Those that have come. */
        int events() {
            return events;
        }

        InputChannel input() {
            return input;
        }
    }
}
