package io.kintsugi.cluster.membership;

import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import java.util.List;
import java.util.Optional;

/**
 * The members at one moment.
 *
 * @param members oldest first
 * @param quorum coordinators that must be there before one leads
 */
record View(List<Member> members, int quorum) {
    View {
        members = List.copyOf(members);
    }

    Optional<NodeId> leader() {
        List<NodeId> coordinators = members.stream()
                .filter(member -> member.is(Role.COORDINATOR))
                .map(Member::id)
                .toList();
        return coordinators.size() < quorum
                ? Optional.empty()
                : coordinators.stream().findFirst();
    }
}
