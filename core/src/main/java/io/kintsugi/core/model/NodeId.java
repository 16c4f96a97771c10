package io.kintsugi.core.model;

/**
 * One incarnation of a node: fresh at each start, never used again, so an address made from it cannot go stale.
 *
 * @param name what the operator calls the node; several incarnations share it
 * @param incarnation unique text, letters and digits only
 */
public record NodeId(String name, String incarnation) implements Comparable<NodeId> {
    @Override
    public int compareTo(NodeId other) {
        int byName = name.compareTo(other.name);
        return byName != 0 ? byName : incarnation.compareTo(other.incarnation);
    }

    @Override
    public String toString() {
        return name + "/" + incarnation;
    }
}
