package io.kintsugi.worker.net;

import io.kintsugi.core.model.NodeId;
import io.vertx.core.AsyncResult;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.MessageProducer;
import io.vertx.core.internal.ContextInternal;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The way to one event loop of another node. What cannot be sent is dropped: the channels find out and repeat. */
final class PeerLink {
    private static final Logger LOG = LoggerFactory.getLogger(PeerLink.class);

    private final NodeId peer;
    private final ContextInternal sending;
    private final MessageProducer<Envelope> producer;
    private final AtomicBoolean down;

    /** @param down whether the peer is known to be out of reach; shared by the links to one node */
    PeerLink(Vertx vertx, EventLoops loops, NodeId peer, int peerLoop, AtomicBoolean down) {
        this.peer = peer;
        this.down = down;
        sending = loops.sending(peer.hashCode());
        producer = vertx.eventBus()
                .sender(Addresses.remote(peer, peerLoop), new DeliveryOptions().setCodecName(WireCodec.NAME));
    }

    /**
     * Sends from a context of the node, never from the caller's, so that the connection outlives the caller. It is the same
     * for all that goes to one node, and so it is the connection's own where the data plane has opened that.
     */
    void send(Envelope envelope) {
        sending.runOnContext(ignored -> write(envelope));
    }

    private void write(Envelope envelope) {
        producer.write(envelope).onComplete(this::written);
    }

    private void written(AsyncResult<Void> result) {
        if (result.succeeded()) {
            if (down.get() && down.compareAndSet(true, false)) {
                LOG.info("peer={} reachable again", peer);
            }
        } else if (down.compareAndSet(false, true)) {
            LOG.warn(
                    "peer={} out of reach, frames for it are dropped cause=\"{}\"",
                    peer,
                    result.cause().getMessage());
        }
    }
}
