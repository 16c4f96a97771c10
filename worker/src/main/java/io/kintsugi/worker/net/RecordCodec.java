package io.kintsugi.worker.net;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Batch;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.graph.Plan;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Encodes the records of one job for the way between processes. All nodes run the same build, so the format is Apache
 * Fory's with registered classes only; it is never stored.
 *
 * <p>Safe for use by several threads: each call borrows a lane (a Fory of its own) and gives it back.
 */
public final class RecordCodec {
    private final List<Class<?>> classes;
    private final List<String> stepOfEdge;
    private final ClassLoader loader;
    private final int frameBytes;
    private final int recordBytesMax;
    /** As many as there were calls at the same time, so at most one per thread. */
    private final ConcurrentLinkedQueue<CodecLane> lanes = new ConcurrentLinkedQueue<>();

    private RecordCodec(Plan plan, ChannelSettings settings, ClassLoader loader) {
        this.loader = loader;
        frameBytes = settings.frameBytes();
        recordBytesMax = settings.recordBytesMax();
        stepOfEdge = plan.edges().stream()
                .map(edge -> plan.vertex(edge.from()).tail().name())
                .toList();
        classes =
                plan.recordTypes().stream().filter(type -> !type.isInterface()).toList();
    }

    /**
     * The codec of a job, the same on every node that built the same graph. Compiles serializers, which takes about
     * 100 ms per record class: call it on a thread that may block.
     *
     * @param loader sees the classes of the job
     */
    public static RecordCodec of(JobGraph graph, ChannelSettings settings, ClassLoader loader) {
        RecordCodec codec = new RecordCodec(Plan.of(graph), settings, loader);
        codec.lanes.add(codec.newLane());
        return codec;
    }

    /** The classes that are registered, in the order of their numbers. */
    List<Class<?>> classes() {
        return classes;
    }

    /**
     * Encodes the records from index {@code from} on until a frame is full: at least one, and no more than fit in
     * {@code frameBytes} unless a single one is larger.
     *
     * @throws RecordNotSendableException for a record above {@code recordBytesMax} or of an unknown class
     */
    public EncodedParcel encode(int edge, Batch batch, int from) {
        return encode(edge, batch, from, frameBytes);
    }

    /** Encodes all records, however large the frame becomes; fails as {@link #encode(int, Batch, int)} does. */
    EncodedParcel encodeAll(int edge, Batch batch) {
        return encode(edge, batch, 0, Integer.MAX_VALUE);
    }

    private EncodedParcel encode(int edge, Batch batch, int from, int bytesMax) {
        CodecLane lane = borrow();
        EncodedParcel parcel = lane.encode(this, stepOfEdge.get(edge), batch, new CodecLane.Extent(from, bytesMax));
        lanes.add(lane); // Not after an exception: its Fory may be in the middle of something.
        return parcel;
    }

    Batch decode(EncodedParcel parcel) {
        CodecLane lane = borrow();
        Batch batch = lane.decode(parcel);
        lanes.add(lane);
        return batch;
    }

    int recordBytesMax() {
        return recordBytesMax;
    }

    private CodecLane borrow() {
        CodecLane lane = lanes.poll();
        return lane != null ? lane : newLane();
    }

    private CodecLane newLane() {
        return new CodecLane(classes, loader, frameBytes);
    }
}
