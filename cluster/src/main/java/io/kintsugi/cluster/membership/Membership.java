package io.kintsugi.cluster.membership;

import io.kintsugi.core.model.NodeId;
import java.util.List;
import java.util.Optional;

/**
 * Who is in the cluster, as this node sees it: another node may see it otherwise for some seconds, so nothing that must be
 * correct rests on it. Any thread may call.
 */
public interface Membership {
    NodeId self();

    /** All nodes in view, this one too, oldest first. */
    List<Member> members();

    /** The oldest coordinator, if the view holds the quorum of coordinators. */
    Optional<NodeId> leader();

    /**
     * Whether the process of a node that is no member any more is certainly gone: its machine answers and nobody listens
     * there, or another one does. False for one that was cut off, and for a moment after every death.
     */
    default boolean isDead(NodeId node) {
        return false;
    }

    /**
     * Calls {@code listener} after each change of the view, from a thread of the membership's: it must not block. It may
     * be called without a change, and one call may stand for several changes.
     */
    void onChange(Runnable listener);
}
