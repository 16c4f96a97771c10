package io.kintsugi.worker.net;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.channel.FrameSink;
import io.kintsugi.worker.channel.Parcel;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.eventbus.MessageConsumerOptions;
import io.vertx.core.eventbus.MessageProducer;
import io.vertx.core.internal.ContextInternal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Carries the frames of all tasks of a node over the event bus. One per Vert.x and incarnation. Thread-safe.
 *
 * <p>Each event loop of tasks has one clustered address and one local one, registered at the start and never moved. A frame
 * for a task of the sender's own loop is handed over by a call; for another loop of the node by reference over the local
 * address; for another node encoded, over its clustered address.
 */
public final class DataPlane {
    /** Peers whose reachability is remembered; beyond it the memory starts afresh. */
    private static final int PEERS_MAX = 1_000;

    private final Vertx vertx;
    private final NodeId self;
    private final EventLoops loops;
    private final Endpoints endpoints = new Endpoints();
    private final List<MessageProducer<Envelope>> local = new ArrayList<>();
    private final List<MessageConsumer<Envelope>> consumers = new ArrayList<>();
    private final Map<NodeId, AtomicBoolean> peersDown = new ConcurrentHashMap<>();

    private DataPlane(Vertx vertx, NodeId self) {
        this.vertx = vertx;
        this.self = self;
        loops = new EventLoops(vertx);
    }

    /** Registers the addresses of this node; complete when other nodes can send to them. */
    public static Future<DataPlane> start(Vertx vertx, NodeId self) {
        DataPlane plane = new DataPlane(vertx, self);
        vertx.eventBus().registerCodec(new LocalCodec()).registerCodec(new WireCodec());
        for (int loop = 0; loop < plane.loops.count(); loop++) {
            plane.local.add(vertx.eventBus()
                    .sender(
                            Addresses.local(self, loop),
                            new DeliveryOptions().setLocalOnly(true).setCodecName(LocalCodec.NAME)));
        }
        List<Future<Void>> registered = new ArrayList<>();
        for (int loop = 0; loop < plane.loops.count(); loop++) {
            registered.add(plane.listen(loop));
        }
        return Future.all(registered).map(plane);
    }

    private Future<Void> listen(int loop) {
        ContextInternal context = loops.context(loop);
        Future<List<MessageConsumer<Envelope>>> made = context.future(promise -> context.runOnContext(ignored -> {
            MessageConsumer<Envelope> remote = vertx.eventBus().consumer(Addresses.remote(self, loop));
            remote.handler(this::receive);
            MessageConsumer<Envelope> near = vertx.eventBus()
                    .consumer(new MessageConsumerOptions()
                            .setAddress(Addresses.local(self, loop))
                            .setLocalOnly(true));
            near.handler(this::receive);
            promise.complete(List.of(remote, near));
        }));
        return made.compose(both -> {
            synchronized (consumers) {
                consumers.addAll(both);
            }
            return both.get(0).completion();
        });
    }

    private void receive(Message<Envelope> message) {
        endpoints.deliver(message.body());
    }

    /** Withdraws the addresses. Tasks are to be stopped first. */
    public Future<Void> close() {
        List<Future<Void>> gone = new ArrayList<>();
        synchronized (consumers) {
            consumers.forEach(consumer -> gone.add(consumer.unregister()));
            consumers.clear();
        }
        return Future.join(gone).<Void>mapEmpty().onComplete(ignored -> {
            vertx.eventBus().unregisterCodec(LocalCodec.NAME).unregisterCodec(WireCodec.NAME);
            loops.close();
        });
    }

    /** The loop that the next task is to run on. */
    public TaskLoop nextLoop() {
        return loops.inTurn();
    }

    /** A loop for one task that may block its thread; whoever asks for it shuts it down. */
    public TaskLoop loopOfItsOwn(String name) {
        return new TaskLoop(name, loops.inTurn().index());
    }

    /** Lets frames for these channel ends reach {@code endpoint}. Replaces an earlier task that held them. */
    public void open(
            JobId job,
            Collection<ChannelId> inputs,
            Collection<ChannelId> outputs,
            TaskEndpoint endpoint,
            RecordCodec codec) {
        endpoints.open(job, new Endpoints.Ends(inputs, outputs), endpoint, codec);
    }

    /** Frames for these channel ends are dropped from now on, unless a later task has opened them meanwhile. */
    public void close(JobId job, Collection<ChannelId> inputs, Collection<ChannelId> outputs, TaskEndpoint endpoint) {
        endpoints.close(job, new Endpoints.Ends(inputs, outputs), endpoint);
    }

    /** Forgets all channels of a job, also those that finished tasks have left open to answer late questions. */
    public void release(JobId job) {
        endpoints.release(job);
    }

    /**
     * The way to the other end of a channel. Used by the task's thread.
     *
     * @param peer where the task at the other end runs
     */
    public FrameSink sink(JobId job, ChannelId channel, TaskLocation peer, RecordCodec codec) {
        if (peer.node().equals(self)) {
            return new LocalSink(job, peer.loop());
        }
        PeerLink link = new PeerLink(vertx, loops, peer.node(), peer.loop(), down(peer.node()));
        return new RemoteSink(job, channel.edge(), link, codec);
    }

    /** Frames that came for channels that nobody here holds. */
    public long unroutable() {
        return endpoints.unroutable();
    }

    private AtomicBoolean down(NodeId peer) {
        if (peersDown.size() >= PEERS_MAX) {
            peersDown.clear();
        }
        return peersDown.computeIfAbsent(peer, ignored -> new AtomicBoolean());
    }

    private final class LocalSink implements FrameSink {
        private final JobId job;
        private final int loop;

        LocalSink(JobId job, int loop) {
            this.job = job;
            this.loop = loop;
        }

        @Override
        public void send(Frame frame) {
            Envelope envelope = new Envelope(job, frame);
            if (loops.isCurrent(loop)) {
                endpoints.deliver(envelope);
            } else {
                local.get(loop).write(envelope);
            }
        }
    }

    private static final class RemoteSink implements FrameSink {
        private final JobId job;
        private final int edge;
        private final PeerLink link;
        private final RecordCodec codec;

        RemoteSink(JobId job, int edge, PeerLink link, RecordCodec codec) {
            this.job = job;
            this.edge = edge;
            this.link = link;
            this.codec = codec;
        }

        /** What was kept for a consumer of this process, which is now in another, is encoded here. */
        @Override
        public void send(Frame frame) {
            boolean byReference = frame instanceof Frame.Packed packed && !(packed.parcel() instanceof EncodedParcel);
            link.send(new Envelope(job, byReference ? encoded((Frame.Packed) frame) : frame));
        }

        private Frame encoded(Frame.Packed packed) {
            return packed.with(codec.encodeAll(edge, packed.parcel().open()));
        }

        @Override
        public Parcel pack(Batch batch, int from) {
            return codec.encode(edge, batch, from);
        }
    }
}
