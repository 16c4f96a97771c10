package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.membership.Member;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Tells who has joined and who has left since it was asked last. Not for several threads. */
final class MemberWatch {
    private Map<NodeId, Member> known = new LinkedHashMap<>();

    /** A node that came or went. */
    record Change(NodeId node, boolean joined, String text) {}

    List<Change> update(List<Member> members) {
        Map<NodeId, Member> now = new LinkedHashMap<>();
        members.forEach(member -> now.put(member.id(), member));
        List<Change> changes = new ArrayList<>();
        for (Member member : members) {
            if (!known.containsKey(member.id())) {
                Set<String> roles = new TreeSet<>();
                member.roles().forEach(role -> roles.add(role.name()));
                changes.add(new Change(
                        member.id(),
                        true,
                        "joined with the roles %s and %s"
                                .formatted(String.join(", ", roles), Words.count(member.slots(), "slot"))));
            }
        }
        for (Member member : known.values()) {
            if (!now.containsKey(member.id())) {
                changes.add(new Change(member.id(), false, "is gone"));
            }
        }
        known = now;
        return changes;
    }
}
