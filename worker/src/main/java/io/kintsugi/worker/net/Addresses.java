package io.kintsugi.worker.net;

import io.kintsugi.core.model.NodeId;

/** The event-bus addresses of the data plane: one per event loop of an incarnation, and its local twin. */
final class Addresses {
    private Addresses() {}

    static String remote(NodeId node, int loop) {
        return "k.n." + node.incarnation() + "." + loop;
    }

    static String local(NodeId node, int loop) {
        return "k.l." + node.incarnation() + "." + loop;
    }
}
