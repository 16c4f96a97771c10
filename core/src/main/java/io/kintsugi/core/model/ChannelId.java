package io.kintsugi.core.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ordered way from one producing to one consuming subtask over an edge of the plan; it outlives both ends.
 *
 * @param edge index of the edge in the plan, from 0
 * @param producer subtask of the edge's producing vertex
 * @param consumer subtask of the edge's consuming vertex
 */
public record ChannelId(int edge, int producer, int consumer) implements Comparable<ChannelId> {
    private static final Pattern TEXT = Pattern.compile("e(\\d{1,9}):(\\d{1,9})>(\\d{1,9})");

    /** Reads {@code e0:1>2}; throws {@link IllegalArgumentException} for anything else. */
    public static ChannelId parse(String text) {
        Matcher found = TEXT.matcher(text);
        if (!found.matches()) {
            throw new IllegalArgumentException(
                    "channel '" + text + "': expected the form eEDGE:PRODUCER>CONSUMER, such as e0:1>2");
        }
        return new ChannelId(
                Integer.parseInt(found.group(1)), Integer.parseInt(found.group(2)), Integer.parseInt(found.group(3)));
    }

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
