package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** A node that sees itself and whatever leader a test wants. */
record FixedMembership(NodeId self, Optional<NodeId> leader) implements Membership {
    @Override
    public List<Member> members() {
        return List.of(new Member(self, EnumSet.of(Role.COORDINATOR, Role.WORKER), 4, ""));
    }

    @Override
    public void onChange(Runnable listener) {}
}
