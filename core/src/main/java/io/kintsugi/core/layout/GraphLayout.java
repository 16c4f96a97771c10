package io.kintsugi.core.layout;

import java.util.List;

/**
 * The picture of a graph, records going from left to right; the same graph gives the same picture. Units are those of a
 * screen at 100 %; nothing lies outside of {@code width} and {@code height}.
 *
 * <p>Algorithm: Sugiyama, Tagawa and Toda 1981, "Methods for Visual Understanding of Hierarchical System Structures":
 * layers by the longest path, few crossings by barycentres, then places.
 *
 * @param boxes one for each vertex, in the order of the outline
 * @param lines one for each edge, by index
 */
public record GraphLayout(int width, int height, List<Box> boxes, List<Line> lines) {
    public static final int BOX_WIDTH = 180;
    public static final int BOX_HEIGHT = 72;

    /** Between boxes side by side: room for a figure on the edge. */
    static final int GAP_X = 96;

    /** Between boxes one below the other. */
    static final int GAP_Y = 36;

    static final int MARGIN = 16;

    /**
     * A vertex.
     *
     * @param layer column, from 0
     * @param rank position in the column, from 0: the order for the keyboard
     */
    public record Box(String vertex, int layer, int rank, int x, int y, int width, int height) {}

    /** An edge from the right side of a box to the left side of another; at least two points. */
    public record Line(int edge, List<Point> points) {
        public Line {
            points = List.copyOf(points);
        }
    }

    public record Point(int x, int y) {}

    public GraphLayout {
        boxes = List.copyOf(boxes);
        lines = List.copyOf(lines);
    }

    public static GraphLayout of(GraphOutline outline) {
        LayeredGraph graph = LayeredGraph.of(outline);
        new CrossingReduction(graph).run();
        return new Placing(graph).layout(outline);
    }
}
