package io.kintsugi.cluster.membership;

import io.kintsugi.core.model.NodeId;
import java.util.List;
import java.util.Optional;

/** The membership of a node that is its own cluster: it never changes. */
public final class SingleNode implements Membership {
    private final View view;
    private final NodeId self;

    public SingleNode(Member self) {
        this.self = self.id();
        this.view = new View(List.of(self), 1);
    }

    @Override
    public NodeId self() {
        return self;
    }

    @Override
    public List<Member> members() {
        return view.members();
    }

    @Override
    public Optional<NodeId> leader() {
        return view.leader();
    }

    @Override
    public void onChange(Runnable listener) {
        // Nothing changes.
    }
}
