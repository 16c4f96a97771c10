package io.kintsugi.core.layout;

import io.kintsugi.core.layout.LayeredGraph.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Orders each layer by the barycentres of its neighbours, from the left and from the right in turns; keeps the best order. */
final class CrossingReduction {
    /** Orders are seldom better after that. */
    private static final int SWEEPS = 12;

    private final LayeredGraph graph;

    CrossingReduction(LayeredGraph graph) {
        this.graph = graph;
    }

    void run() {
        Map<Node, Integer> best = ranks();
        long fewest = crossings();
        for (int sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
            sweep(sweep % 2 == 0);
            long now = crossings();
            if (now < fewest) {
                fewest = now;
                best = ranks();
            }
        }
        restore(best);
    }

    private void sweep(boolean rightwards) {
        List<List<Node>> layers = graph.layers();
        for (int i = 0; i < layers.size(); i++) {
            List<Node> layer = layers.get(rightwards ? i : layers.size() - 1 - i);
            Map<Node, Double> centres = new LinkedHashMap<>();
            layer.forEach(node -> centres.put(node, centre(node, rightwards ? node.left : node.right)));
            layer.sort(Comparator.comparingDouble(node -> centres.getOrDefault(node, 0.0)));
            number(layer);
        }
    }

    /** A node without neighbours stays where it is. */
    private static double centre(Node node, List<Node> neighbours) {
        return neighbours.stream().mapToInt(near -> near.rank).average().orElse(node.rank);
    }

    private static void number(List<Node> layer) {
        for (int i = 0; i < layer.size(); i++) {
            layer.get(i).rank = i;
        }
    }

    /** How often links cross. */
    long crossings() {
        return graph.layers().stream()
                .mapToLong(CrossingReduction::crossingsBehind)
                .sum();
    }

    /** Inversions among the right ends of the links behind a layer, counted with a Fenwick tree. */
    private static long crossingsBehind(List<Node> layer) {
        List<Integer> ends = new ArrayList<>();
        for (Node node : layer) {
            node.right.stream().map(near -> near.rank).sorted().forEach(ends::add);
        }
        int[] tree = new int[ends.stream().mapToInt(end -> end).max().orElse(0) + 2];
        long crossings = 0;
        for (int i = ends.size() - 1; i >= 0; i--) {
            for (int at = ends.get(i); at > 0; at -= at & -at) {
                crossings += tree[at];
            }
            for (int at = ends.get(i) + 1; at < tree.length; at += at & -at) {
                tree[at]++;
            }
        }
        return crossings;
    }

    private Map<Node, Integer> ranks() {
        Map<Node, Integer> ranks = new LinkedHashMap<>();
        graph.layers().forEach(layer -> layer.forEach(node -> ranks.put(node, node.rank)));
        return ranks;
    }

    private void restore(Map<Node, Integer> ranks) {
        ranks.forEach((node, rank) -> node.rank = rank);
        graph.layers().forEach(layer -> layer.sort(Comparator.comparingInt(node -> node.rank)));
    }
}
