package io.kintsugi.worker.channel;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * A network in memory that loses, repeats, delays and reorders what it carries, by a seed and a clock that is set by hand.
 * Same seed and same calls, same run.
 */
public final class LossyNetwork {
    /**
     * What goes wrong.
     *
     * @param loss share of messages that vanish, 0 to 1
     * @param duplication share of messages that arrive twice
     * @param delayMinNs shortest way
     * @param delayMaxNs longest way; messages overtake each other within the difference
     * @param ordered true for a connection that keeps the order, as a socket does
     */
    public record Faults(double loss, double duplication, long delayMinNs, long delayMaxNs, boolean ordered) {
        public static final Faults NONE = new Faults(0, 0, 1_000, 1_000, true);
    }

    private record Message(long atNs, long number, Runnable arrival) {}

    private final RandomGenerator random;
    private final PriorityQueue<Message> underWay =
            new PriorityQueue<>(Comparator.comparingLong(Message::atNs).thenComparingLong(Message::number));
    private Faults faults;
    private long nowNs;
    private long sent;
    private long lastArrivalNs;

    public LossyNetwork(RandomGenerator random, Faults faults) {
        this.random = random;
        this.faults = faults;
    }

    public void faults(Faults next) {
        faults = next;
    }

    public long nowNs() {
        return nowNs;
    }

    /** Takes a message on its way to {@code destination}, or does not. */
    public <T> void send(T message, Consumer<T> destination) {
        int copies = random.nextDouble() < faults.loss() ? 0 : random.nextDouble() < faults.duplication() ? 2 : 1;
        for (int copy = 0; copy < copies; copy++) {
            long at = nowNs + faults.delayMinNs() + random.nextLong(faults.delayMaxNs() - faults.delayMinNs() + 1);
            if (faults.ordered()) {
                at = Math.max(at, lastArrivalNs);
                lastArrivalNs = at;
            }
            underWay.add(new Message(at, sent++, () -> destination.accept(message)));
        }
    }

    /** Moves the clock and delivers what arrives on the way. */
    public void advance(long ns) {
        long until = nowNs + ns;
        while (!underWay.isEmpty() && underWay.peek().atNs() <= until) {
            Message message = underWay.remove();
            nowNs = Math.max(nowNs, message.atNs());
            message.arrival().run();
        }
        nowNs = until;
    }

    /** Loses everything that is under way, in both directions. */
    public void breakConnection() {
        underWay.clear();
    }

    public int underWay() {
        return underWay.size();
    }
}
