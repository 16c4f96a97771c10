package io.kintsugi.bench.wire;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.channel.InputChannel;
import io.kintsugi.worker.channel.OutputChannel;
import io.kintsugi.worker.net.DataPlane;
import io.kintsugi.worker.net.RecordCodec;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One end of the channel, with the loop that a task has. */
abstract class ChannelEnd extends VerticleBase {
    private static final long TICK_MS = 5;

    final DataPlane plane;
    final RecordCodec codec = Wire.codec();
    private final Queue<Frame> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private int loop;

    ChannelEnd(DataPlane plane) {
        this.plane = plane;
    }

    abstract void open();

    abstract void take(Frame frame, long nowNs);

    abstract void work();

    abstract void tick(long nowNs);

    @Override
    public Future<?> start() {
        loop = plane.nextLoop().index();
        open();
        vertx.setPeriodic(TICK_MS, id -> tick(System.nanoTime()));
        return Future.succeededFuture();
    }

    int loop() {
        return loop;
    }

    void arrive(ChannelId channel, Frame frame) {
        arrived.add(frame);
        wake();
    }

    void wake() {
        if (scheduled.compareAndSet(false, true)) {
            context.runOnContext(go -> run());
        }
    }

    private void run() {
        scheduled.set(false);
        long nowNs = System.nanoTime();
        for (Frame frame = arrived.poll(); frame != null; frame = arrived.poll()) {
            take(frame, nowNs);
        }
        work();
    }

    /** Writes as much as it is told and says when all of it has been taken. */
    static final class Writer extends ChannelEnd {
        private final OutputChannel output;
        private final byte[] record = new byte[Wire.RECORD_BYTES];
        private long records;
        private Promise<Void> done = Promise.promise();

        Writer(DataPlane plane, int receiverLoop) {
            super(plane);
            output = new OutputChannel(
                    Wire.CHANNEL,
                    1,
                    Wire.CHANNELS,
                    plane.sink(Wire.JOB, Wire.CHANNEL, new TaskLocation(Wire.RECEIVER, receiverLoop), codec));
        }

        Future<Void> send(long bytes) {
            Promise<Void> promise = Promise.promise();
            context.runOnContext(go -> {
                records = bytes / Wire.RECORD_BYTES;
                done = promise;
                work();
            });
            return promise.future();
        }

        @Override
        void open() {
            plane.open(Wire.JOB, List.of(), List.of(Wire.CHANNEL), this::arrive, codec);
        }

        @Override
        void take(Frame frame, long nowNs) {
            output.receive(frame, nowNs);
        }

        @Override
        void work() {
            while (records > 0 && output.writable()) {
                int count = (int) Math.min(records, Wire.CHANNELS.batchRecords());
                Batch batch = new Batch(count);
                for (int i = 0; i < count; i++) {
                    batch.add(record, Batch.NO_TIMESTAMP);
                }
                records -= count;
                output.write(batch);
            }
            if (records == 0 && output.drained()) {
                done.tryComplete();
            }
        }

        @Override
        void tick(long nowNs) {
            output.tick(nowNs);
        }
    }

    /** Takes everything and counts its bytes. */
    static final class Reader extends ChannelEnd {
        private @Nullable InputChannel input;
        private long bytes;

        Reader(DataPlane plane) {
            super(plane);
        }

        /** Begins to read from a writer on that loop. */
        void connect(int senderLoop) {
            context.runOnContext(go -> {
                InputChannel channel = new InputChannel(
                        Wire.CHANNEL,
                        1,
                        Wire.CHANNELS,
                        plane.sink(Wire.JOB, Wire.CHANNEL, new TaskLocation(Wire.SENDER, senderLoop), codec));
                input = channel;
                channel.connect(1, System.nanoTime());
            });
        }

        @Override
        void open() {
            plane.open(Wire.JOB, List.of(Wire.CHANNEL), List.of(), this::arrive, codec);
        }

        @Override
        void take(Frame frame, long nowNs) {
            if (input != null) {
                input.receive(frame, nowNs);
            }
        }

        @Override
        void work() {
            InputChannel channel = input;
            while (channel != null && channel.poll() instanceof Batch batch) {
                for (int i = 0; i < batch.count(); i++) {
                    bytes += ((byte[]) batch.value(i)).length;
                }
            }
        }

        @Override
        void tick(long nowNs) {
            if (input != null) {
                input.tick(nowNs);
            }
        }

        long bytes() {
            return bytes;
        }
    }
}
