package io.kintsugi.webconsole;

import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** One node, and whatever leader a test wants it to see. */
final class ChangingMembership implements Membership {
    static final NodeId SELF = new NodeId("n1", "i1");

    private volatile Optional<NodeId> leader = Optional.of(SELF);
    private volatile boolean broken;

    void leader(Optional<NodeId> seen) {
        leader = seen;
    }

    void broken(boolean isBroken) {
        broken = isBroken;
    }

    @Override
    public NodeId self() {
        return SELF;
    }

    @Override
    public List<Member> members() {
        if (broken) {
            throw new IllegalStateException("membership is broken, says the test");
        }
        return List.of(new Member(SELF, EnumSet.allOf(Role.class), 8, "127.0.0.1:8080"));
    }

    @Override
    public Optional<NodeId> leader() {
        if (broken) {
            throw new IllegalStateException("membership is broken, says the test");
        }
        return leader;
    }

    @Override
    public void onChange(Runnable listener) {}
}
