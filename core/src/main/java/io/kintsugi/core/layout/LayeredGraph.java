package io.kintsugi.core.layout;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A graph whose links go from one layer to the next: where an edge passes a layer there is a bend. Not for several threads.
 */
final class LayeredGraph {
    /** Beyond it long edges go straight, perhaps behind boxes, since the work grows faster than the number of bends. */
    static final int BENDS_MAX = 2_000;

    private final List<List<Node>> layers = new ArrayList<>();
    private final Map<String, Node> byVertex = new LinkedHashMap<>();
    private final List<List<Node>> routes = new ArrayList<>();

    /** A vertex, or a bend of an edge. */
    static final class Node {
        final @Nullable String vertex;
        final int layer;
        final List<Node> left = new ArrayList<>();
        final List<Node> right = new ArrayList<>();
        /** Position in its layer, from 0. */
        int rank;
        /** Of its middle. */
        double y;

        private Node(@Nullable String vertex, int layer) {
            this.vertex = vertex;
            this.layer = layer;
        }

        boolean isBend() {
            return vertex == null;
        }

        int height() {
            return isBend() ? 0 : GraphLayout.BOX_HEIGHT;
        }
    }

    private LayeredGraph() {}

    static LayeredGraph of(GraphOutline outline) {
        LayeredGraph graph = new LayeredGraph();
        outline.vertices().forEach(vertex -> graph.add(vertex.name(), graph.layerOf(vertex.name(), outline)));
        boolean bends = graph.bendsOf(outline) <= BENDS_MAX;
        outline.edges().forEach(edge -> graph.route(edge, bends));
        return graph;
    }

    /** Longest path from a source, since producers come before consumers. */
    private int layerOf(String vertex, GraphOutline outline) {
        return outline.edges().stream()
                .filter(edge -> edge.to().equals(vertex))
                .mapToInt(edge -> node(edge.from()).layer + 1)
                .max()
                .orElse(0);
    }

    private void add(String vertex, int layer) {
        byVertex.put(vertex, addNode(new Node(vertex, layer)));
    }

    private Node addNode(Node node) {
        while (layers.size() <= node.layer) {
            layers.add(new ArrayList<>());
        }
        List<Node> layer = layers.get(node.layer);
        node.rank = layer.size();
        layer.add(node);
        return node;
    }

    private long bendsOf(GraphOutline outline) {
        return outline.edges().stream()
                .mapToLong(edge -> node(edge.to()).layer - node(edge.from()).layer - 1L)
                .sum();
    }

    private void route(GraphOutline.Edge edge, boolean bends) {
        List<Node> route = new ArrayList<>();
        Node to = node(edge.to());
        route.add(node(edge.from()));
        for (int layer = route.get(0).layer + 1; bends && layer < to.layer; layer++) {
            route.add(addNode(new Node(null, layer)));
        }
        route.add(to);
        for (int i = 1; i < route.size(); i++) {
            route.get(i - 1).right.add(route.get(i));
            route.get(i).left.add(route.get(i - 1));
        }
        routes.add(route);
    }

    Node node(String vertex) {
        Node node = byVertex.get(vertex);
        if (node == null) {
            throw new IllegalArgumentException("vertex '" + vertex + "' comes after its consumer, or does not exist");
        }
        return node;
    }

    /** From left to right; within a layer by rank. */
    List<List<Node>> layers() {
        return layers;
    }

    /** By edge: its producer, its bends, its consumer. */
    List<List<Node>> routes() {
        return routes;
    }
}
