package io.kintsugi.cluster.membership;

import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A member as the texts that its membership carries. */
final class MemberAttributes {
    private static final String NAME = "kintsugi.name";
    private static final String INCARNATION = "kintsugi.incarnation";
    private static final String ROLES = "kintsugi.roles";
    private static final String SLOTS = "kintsugi.slots";
    private static final String HTTP = "kintsugi.http";

    private MemberAttributes() {}

    static Map<String, String> of(Member member) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put(NAME, member.id().name());
        attributes.put(INCARNATION, member.id().incarnation());
        attributes.put(ROLES, member.roles().stream().map(Role::name).collect(Collectors.joining(",")));
        attributes.put(SLOTS, Integer.toString(member.slots()));
        attributes.put(HTTP, member.httpAddress());
        return attributes;
    }

    /** Empty for a member that is not one of ours. */
    static Optional<Member> read(Map<String, String> attributes) {
        String name = attributes.get(NAME);
        String incarnation = attributes.get(INCARNATION);
        String roles = attributes.get(ROLES);
        String slots = attributes.get(SLOTS);
        if (name == null || incarnation == null || roles == null || slots == null) {
            return Optional.empty();
        }
        return Optional.of(new Member(
                new NodeId(name, incarnation),
                roles(roles),
                Integer.parseInt(slots),
                attributes.getOrDefault(HTTP, "")));
    }

    private static Set<Role> roles(String text) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String role : text.split(",", -1)) {
            if (!role.isEmpty()) {
                roles.add(Role.valueOf(role));
            }
        }
        return roles;
    }
}
