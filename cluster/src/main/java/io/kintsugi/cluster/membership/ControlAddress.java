package io.kintsugi.cluster.membership;

import io.kintsugi.core.model.NodeId;

/** Where an incarnation of a node takes commands, from its start to its end: what is once known of it stays true. */
public final class ControlAddress {
    private static final String PREFIX = "k.c.";

    private ControlAddress() {}

    public static String of(NodeId node) {
        return PREFIX + node.incarnation();
    }

    static boolean is(String address) {
        return address.startsWith(PREFIX);
    }
}
