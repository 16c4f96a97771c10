package io.kintsugi.cluster.liveness;

import io.kintsugi.core.model.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a node knows of the others from their answers to its pulses. An answer counts from when it was asked for, since
 * nobody knows when after that it was given. All times are milliseconds of one clock that only rises.
 */
public final class Contacts {
    private static final Contact NEVER = new Contact(Long.MIN_VALUE, Long.MIN_VALUE);

    private final Map<NodeId, Contact> contacts = new TreeMap<>();

    /** @param leaderHeardMs when the other one had heard a leader last */
    private record Contact(long askedMs, long leaderHeardMs) {
        boolean isSince(long ms) {
            return askedMs >= ms;
        }
    }

    /** Others who are members now; what was known of those who are not is forgotten. */
    public void members(Collection<NodeId> others) {
        contacts.keySet().retainAll(others);
        others.forEach(node -> contacts.putIfAbsent(node, NEVER));
    }

    /** An answer to what was asked at {@code askedMs}; nothing for one who is no member. */
    public void answered(NodeId node, long askedMs, long leaderSilentMs) {
        contacts.computeIfPresent(
                node,
                (same, before) -> before.isSince(askedMs) ? before : new Contact(askedMs, askedMs - leaderSilentMs));
    }

    /** Those who have answered nothing that was asked since then, by id. */
    public List<NodeId> unreached(long sinceMs) {
        List<NodeId> unreached = new ArrayList<>();
        contacts.forEach((node, contact) -> {
            if (!contact.isSince(sinceMs)) {
                unreached.add(node);
            }
        });
        return unreached;
    }

    /** How many of these have answered something that was asked since then. */
    int reached(Collection<NodeId> of, long sinceMs) {
        return (int) among(of).filter(contact -> contact.isSince(sinceMs)).count();
    }

    /** Whether one of them had heard a leader since then. */
    boolean heardLeader(long sinceMs) {
        return contacts.values().stream().anyMatch(contact -> contact.leaderHeardMs() >= sinceMs);
    }

    /**
     * When so many of these had been asked what they have answered: the last moment at which so many were certainly there.
     *
     * @param count with 0 it is {@code nowMs}; with more than there are, it is {@link Long#MIN_VALUE}
     */
    public long heldTogetherMs(Collection<NodeId> of, int count, long nowMs) {
        if (count <= 0) {
            return nowMs;
        }
        return among(of)
                .map(Contact::askedMs)
                .sorted(Comparator.reverseOrder())
                .skip(count - 1L)
                .findFirst()
                .orElse(Long.MIN_VALUE);
    }

    private Stream<Contact> among(Collection<NodeId> of) {
        return of.stream().filter(contacts::containsKey).map(contacts::get);
    }
}
