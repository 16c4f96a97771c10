package io.kintsugi.cluster.liveness;

import io.kintsugi.core.config.LivenessSettings;
import io.kintsugi.core.model.NodeId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which workers do not reach each other although the leader hears both, by what they tell in their pulses. One end is enough:
 * what reaches the other one only in one direction cannot be acknowledged.
 *
 * <pre>
 * up ──either end tells──▶ new ──suspect-ms──▶ cut ──link-lost-ms──▶ the end that joined later is given up
 * ▲                         │                   │
 * └───neither end tells─────┴───────────────────┘
 * </pre>
 */
public final class Links {
    private final LivenessSettings settings;
    private final Map<NodeId, Set<NodeId>> told = new TreeMap<>();
    private final Map<Link, Long> since = new TreeMap<>();
    private final Set<Link> announced = new TreeSet<>();

    /** Two workers, the one that joined earlier first. */
    public record Link(NodeId earlier, NodeId later) implements Comparable<Link> {
        @Override
        public int compareTo(Link other) {
            int byEarlier = earlier.compareTo(other.earlier);
            return byEarlier != 0 ? byEarlier : later.compareTo(other.later);
        }
    }

    /** @param cut whether it is, else it is up again */
    public record Change(Link link, boolean cut) {}

    public Links(LivenessSettings settings) {
        this.settings = settings;
    }

    /** What a worker said last of those it does not reach. */
    public void told(NodeId from, Collection<NodeId> unreached) {
        told.put(from, new TreeSet<>(unreached));
    }

    /**
     * Brings the links up to date.
     *
     * @param workers those that the leader hears, oldest first
     * @return those that people should hear of
     */
    public List<Change> update(List<NodeId> workers, long nowMs) {
        told.keySet().retainAll(workers);
        Set<Link> down = down(workers);
        since.keySet().retainAll(down);
        down.forEach(link -> since.putIfAbsent(link, nowMs));
        List<Change> changes = new ArrayList<>();
        since.forEach((link, sinceMs) -> {
            if (nowMs - sinceMs >= settings.suspectMs() && announced.add(link)) {
                changes.add(new Change(link, true));
            }
        });
        announced.removeIf(link -> {
            boolean over = !since.containsKey(link);
            if (over && workers.contains(link.earlier()) && workers.contains(link.later())) {
                changes.add(new Change(link, false));
            }
            return over;
        });
        return changes;
    }

    private Set<Link> down(List<NodeId> workers) {
        Set<Link> down = new TreeSet<>();
        for (int later = 1; later < workers.size(); later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                Link link = new Link(workers.get(earlier), workers.get(later));
                if (tells(link.earlier(), link.later()) || tells(link.later(), link.earlier())) {
                    down.add(link);
                }
            }
        }
        return down;
    }

    private boolean tells(NodeId from, NodeId of) {
        return told.getOrDefault(from, Set.of()).contains(of);
    }

    /** Who is to be given up now, one at a time: another link may be up without it. */
    public Optional<NodeId> lost(long nowMs) {
        return since.entrySet().stream()
                .filter(link -> nowMs - link.getValue() >= settings.linkLostMs())
                .map(link -> link.getKey().later())
                .findFirst();
    }

    /** Whether a worker must not get tasks, since it is the later end of a cut link. Two that have just met are not cut. */
    public boolean bars(NodeId worker) {
        return announced.stream().anyMatch(link -> link.later().equals(worker));
    }

    /** Links that are cut now, those of earlier workers first. */
    public List<Link> cut() {
        return List.copyOf(announced);
    }
}
