package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** A cluster whose members come and go by hand; the oldest coordinator leads. */
final class HandMembership implements Membership {
    private final NodeId self;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile List<Member> members;

    HandMembership(NodeId self, Member... members) {
        this.self = self;
        this.members = List.of(members);
    }

    void join(Member member) {
        List<Member> more = new ArrayList<>(members);
        more.add(member);
        members = List.copyOf(more);
        listeners.forEach(Runnable::run);
    }

    void leave(NodeId node) {
        members = members.stream().filter(member -> !member.id().equals(node)).toList();
        listeners.forEach(Runnable::run);
    }

    /** Whoever left has died, too. */
    @Override
    public boolean isDead(NodeId node) {
        return members.stream().noneMatch(member -> member.id().equals(node));
    }

    @Override
    public NodeId self() {
        return self;
    }

    @Override
    public List<Member> members() {
        return members;
    }

    @Override
    public Optional<NodeId> leader() {
        return members.stream()
                .filter(member -> member.is(Role.COORDINATOR))
                .map(Member::id)
                .findFirst();
    }

    @Override
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }
}
