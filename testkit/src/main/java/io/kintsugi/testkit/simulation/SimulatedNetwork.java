package io.kintsugi.testkit.simulation;

import io.kintsugi.core.model.NodeId;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Carries messages between simulated processes; within one process nothing is lost and nothing overtakes. */
final class SimulatedNetwork {
    private final Agenda agenda;
    private final RandomGenerator random;
    private final Weather weather;
    /** When the link between two nodes was broken last, and until when it is. */
    private final Map<String, Outage> outages = new TreeMap<>();

    private record Outage(long fromNs, long untilNs) {}

    SimulatedNetwork(Agenda agenda, RandomGenerator random, Weather weather) {
        this.agenda = agenda;
        this.random = random;
        this.weather = weather;
    }

    /** Brings a message, or loses it, or brings it twice. */
    void send(NodeId from, NodeId to, Runnable arrival) {
        if (from.equals(to)) {
            agenda.in(0, arrival);
            return;
        }
        if (random.nextInt(1_000) < weather.lost()) {
            return;
        }
        int copies = random.nextInt(1_000) < weather.twice() ? 2 : 1;
        for (int copy = 0; copy < copies; copy++) {
            long sentNs = agenda.nowNs();
            agenda.in(1_000L * (1 + random.nextInt(weather.delayUsMax())), () -> {
                if (!brokenSince(from, to, sentNs)) {
                    arrival.run();
                }
            });
        }
    }

    /** Loses everything between two nodes for a time. */
    void breakLink(NodeId one, NodeId other, long forMs) {
        long nowNs = agenda.nowNs();
        outages.put(link(one, other), new Outage(nowNs, nowNs + forMs * 1_000_000));
    }

    private boolean brokenSince(NodeId from, NodeId to, long sentNs) {
        Outage outage = outages.get(link(from, to));
        return outage != null && sentNs < outage.untilNs() && agenda.nowNs() >= outage.fromNs();
    }

    private static String link(NodeId one, NodeId other) {
        return one.compareTo(other) < 0 ? one + "-" + other : other + "-" + one;
    }
}
