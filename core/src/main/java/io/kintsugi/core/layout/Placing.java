package io.kintsugi.core.layout;

import io.kintsugi.core.layout.GraphLayout.Box;
import io.kintsugi.core.layout.GraphLayout.Line;
import io.kintsugi.core.layout.GraphLayout.Point;
import io.kintsugi.core.layout.LayeredGraph.Node;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Gives boxes and lines their places, once the order within layers is known. */
final class Placing {
    /** Places hardly change after that. */
    private static final int PASSES = 8;

    private final LayeredGraph graph;

    Placing(LayeredGraph graph) {
        this.graph = graph;
    }

    GraphLayout layout(GraphOutline outline) {
        graph.layers()
                .forEach(layer -> place(layer, layer.stream().map(node -> 0.0).toList()));
        for (int pass = 0; pass < PASSES; pass++) {
            moveToNeighbours(pass % 2 == 0);
        }
        double top = graph.layers().stream()
                .mapToDouble(layer -> layer.get(0).y - layer.get(0).height() / 2.0)
                .min()
                .orElse(0);
        graph.layers().forEach(layer -> layer.forEach(node -> node.y += GraphLayout.MARGIN - top));
        double bottom = graph.layers().stream()
                .mapToDouble(layer -> layer.get(layer.size() - 1).y
                        + layer.get(layer.size() - 1).height() / 2.0)
                .max()
                .orElse(GraphLayout.MARGIN);
        int columns = graph.layers().size();
        int width = columns * (GraphLayout.BOX_WIDTH + GraphLayout.GAP_X) - GraphLayout.GAP_X;
        return new GraphLayout(
                Math.max(0, width) + 2 * GraphLayout.MARGIN,
                (int) Math.ceil(bottom) + GraphLayout.MARGIN,
                outline.vertices().stream()
                        .map(vertex -> box(graph.node(vertex.name())))
                        .toList(),
                lines());
    }

    private void moveToNeighbours(boolean rightwards) {
        List<List<Node>> layers = graph.layers();
        for (int i = 0; i < layers.size(); i++) {
            List<Node> layer = layers.get(rightwards ? i : layers.size() - 1 - i);
            place(
                    layer,
                    layer.stream()
                            .map(node -> (rightwards ? node.left : node.right)
                                    .stream()
                                            .mapToDouble(near -> near.y)
                                            .average()
                                            .orElse(node.y))
                            .toList());
        }
    }

    /**
     * Brings the nodes of a layer as near as can be to where they want to be, in their order and with gaps. Algorithm: pool
     * adjacent violators, which gives the least sum of squares (Ayer et al. 1955).
     */
    private static void place(List<Node> layer, List<Double> wanted) {
        double[] offsets = new double[layer.size()];
        for (int i = 1; i < layer.size(); i++) {
            offsets[i] = offsets[i - 1] + distance(layer.get(i - 1), layer.get(i));
        }
        List<double[]> pools = new ArrayList<>(); // Each with the sum of its wishes and their number.
        for (int i = 0; i < layer.size(); i++) {
            double[] pool = {wanted.get(i) - offsets[i], 1};
            while (!pools.isEmpty() && mean(pools.get(pools.size() - 1)) >= mean(pool)) {
                double[] before = pools.remove(pools.size() - 1);
                pool = new double[] {before[0] + pool[0], before[1] + pool[1]};
            }
            pools.add(pool);
        }
        int next = 0;
        for (double[] pool : pools) {
            for (int end = next + (int) pool[1]; next < end; next++) {
                layer.get(next).y = mean(pool) + offsets[next];
            }
        }
    }

    private static double mean(double[] pool) {
        return pool[0] / pool[1];
    }

    private static double distance(Node above, Node below) {
        return (above.height() + below.height()) / 2.0 + GraphLayout.GAP_Y;
    }

    private Box box(Node node) {
        return new Box(
                String.valueOf(node.vertex),
                node.layer,
                (int) graph.layers().get(node.layer).stream()
                        .limit(node.rank)
                        .filter(above -> !above.isBend())
                        .count(),
                x(node),
                (int) Math.round(node.y) - GraphLayout.BOX_HEIGHT / 2,
                GraphLayout.BOX_WIDTH,
                GraphLayout.BOX_HEIGHT);
    }

    private static int x(Node node) {
        return GraphLayout.MARGIN + node.layer * (GraphLayout.BOX_WIDTH + GraphLayout.GAP_X);
    }

    private List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (int edge = 0; edge < graph.routes().size(); edge++) {
            List<Node> route = graph.routes().get(edge);
            List<Point> points = new ArrayList<>();
            points.add(new Point(x(route.get(0)) + GraphLayout.BOX_WIDTH, start(edge)));
            for (Node bend : route.subList(1, route.size() - 1)) {
                int y = (int) Math.round(bend.y);
                points.add(new Point(x(bend), y));
                points.add(new Point(x(bend) + GraphLayout.BOX_WIDTH, y));
            }
            points.add(new Point(x(route.get(route.size() - 1)), end(edge)));
            lines.add(new Line(edge, points));
        }
        return lines;
    }

    /** Edges leave a box one below the other, in the order of where they go. */
    private int start(int edge) {
        Node from = graph.routes().get(edge).get(0);
        return port(
                from, edge, graph.routes().stream().map(route -> route.get(0)).toList(), 1);
    }

    private int end(int edge) {
        List<Node> route = graph.routes().get(edge);
        Node to = route.get(route.size() - 1);
        List<Node> ends =
                graph.routes().stream().map(one -> one.get(one.size() - 1)).toList();
        return port(to, edge, ends, -1);
    }

    /** @param next 1 for the second node of a route, -1 for the last but one */
    private int port(Node box, int edge, List<Node> ends, int next) {
        List<Integer> here = new ArrayList<>();
        for (int other = 0; other < ends.size(); other++) {
            if (ends.get(other) == box) {
                here.add(other);
            }
        }
        here.sort(Comparator.comparingDouble(other -> near(other, next).y));
        double slot = GraphLayout.BOX_HEIGHT / (here.size() + 1.0);
        return (int) Math.round(box.y - GraphLayout.BOX_HEIGHT / 2.0 + slot * (here.indexOf(edge) + 1));
    }

    private Node near(int edge, int next) {
        List<Node> route = graph.routes().get(edge);
        return next > 0 ? route.get(1) : route.get(route.size() - 2);
    }
}
