package io.kintsugi.cluster.membership;

import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A node of the cluster as it presented itself when it joined.
 *
 * @param roles in the order of the enum
 * @param slots what a worker offers, from 0: each holds one subtask of every chain of a job
 * @param httpAddress {@code host:port} of its HTTP side, or empty text
 */
public record Member(NodeId id, Set<Role> roles, int slots, String httpAddress) {
    public Member {
        EnumSet<Role> ordered = EnumSet.noneOf(Role.class);
        ordered.addAll(roles);
        roles = Collections.unmodifiableSet(ordered);
        if (slots < 0) {
            throw new IllegalArgumentException("node " + id + ": slots " + slots + " is below 0");
        }
    }

    public boolean is(Role role) {
        return roles.contains(role);
    }
}
