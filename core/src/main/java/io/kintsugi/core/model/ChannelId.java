package io.kintsugi.core.model;

/**
 * The ordered way from one producing to one consuming subtask over an edge of the plan; it outlives both ends.
 *
 * @param edge index of the edge in the plan, from 0
 * @param producer subtask of the edge's producing vertex
 * @param consumer subtask of the edge's consuming vertex
 */
public record ChannelId(int edge, int producer, int consumer) implements Comparable<ChannelId> {
    @Override
    public int compareTo(ChannelId other) {
        int byEdge = Integer.compare(edge, other.edge);
        if (byEdge != 0) {
            return byEdge;
        }
        int byProducer = Integer.compare(producer, other.producer);
        return byProducer != 0 ? byProducer : Integer.compare(consumer, other.consumer);
    }

    @Override
    public String toString() {
        return "e" + edge + ":" + producer + ">" + consumer;
    }
}
