package io.kintsugi.core.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.graph.Exchange;
import io.kintsugi.core.graph.Partitioning;
import io.kintsugi.core.layout.GraphLayout.Box;
import io.kintsugi.core.layout.GraphLayout.Line;
import io.kintsugi.core.layout.GraphLayout.Point;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GraphLayoutTest {
    /** Vertices in the order in which they appear; an edge is written {@code a>b}. */
    private static GraphOutline graph(String... edges) {
        Set<String> names = new LinkedHashSet<>();
        List<GraphOutline.Edge> all = new ArrayList<>();
        for (String edge : edges) {
            String[] ends = edge.split(">", -1);
            names.addAll(List.of(ends));
            all.add(new GraphOutline.Edge(
                    all.size(), ends[0], ends[1], Partitioning.HASH, null, 0, "java.lang.String", Exchange.PIPELINED));
        }
        return new GraphOutline(names.stream().map(GraphLayoutTest::vertex).toList(), all);
    }

    private static GraphOutline.Vertex vertex(String name) {
        return new GraphOutline.Vertex(name, name, GraphOutline.Kind.STEP, 1, false, 0, List.of(name));
    }

    private static Box box(GraphLayout layout, String vertex) {
        return layout.boxes().stream()
                .filter(box -> box.vertex().equals(vertex))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void putsAChainIntoOneRowFromLeftToRight() {
        GraphLayout layout = GraphLayout.of(graph("read>map", "map>write"));

        assertThat(layout.boxes()).extracting(Box::layer).containsExactly(0, 1, 2);
        assertThat(layout.boxes()).extracting(Box::y).containsOnly(GraphLayout.MARGIN);
        assertThat(layout.lines().get(0).points()).hasSize(2);
        assertThat(layout.width()).isEqualTo(2 * GraphLayout.MARGIN + 3 * 180 + 2 * GraphLayout.GAP_X);
    }

    @Test
    void putsAVertexBehindTheLongestWayToIt() {
        GraphLayout layout = GraphLayout.of(graph("a>b", "b>c", "a>c"));

        assertThat(box(layout, "c").layer()).isEqualTo(2);
    }

    @Test
    void leadsALongEdgeAroundTheBoxThatItPasses() {
        GraphLayout layout = GraphLayout.of(graph("a>b", "b>c", "a>c"));

        Box passed = box(layout, "b");
        List<Point> bend = layout.lines().get(2).points().subList(1, 3);
        assertThat(bend).extracting(Point::x).containsExactly(passed.x(), passed.x() + passed.width());
        assertThat(bend).noneMatch(point -> point.y() >= passed.y() && point.y() <= passed.y() + passed.height());
    }

    @Test
    void untanglesWhatNeedNotCross() {
        GraphLayout layout = GraphLayout.of(graph("a>x", "b>y", "c>z", "z>p", "y>q", "x>r"));

        assertThat(box(layout, "r").rank()).isLessThan(box(layout, "q").rank());
        assertThat(box(layout, "q").rank()).isLessThan(box(layout, "p").rank());
    }

    @Test
    void drawsTwoEdgesBetweenTheSameVerticesApart() {
        GraphLayout layout = GraphLayout.of(graph("a>b", "a>b"));

        List<Point> one = layout.lines().get(0).points();
        List<Point> other = layout.lines().get(1).points();
        assertThat(one.get(0)).isNotEqualTo(other.get(0));
        assertThat(one.get(1)).isNotEqualTo(other.get(1));
    }

    @Test
    void putsTheOnlyProducerOfManyInTheirMiddle() {
        GraphLayout layout = GraphLayout.of(graph("a>b", "a>c", "a>d"));

        assertThat(box(layout, "a").y()).isEqualTo(box(layout, "c").y());
    }

    @Test
    void drawsAGraphWithoutEdgesAndOneWithoutVertices() {
        assertThat(GraphLayout.of(new GraphOutline(List.of(vertex("alone")), List.of()))
                        .boxes())
                .hasSize(1);
        assertThat(GraphLayout.of(graph()).boxes()).isEmpty();
    }

    @Test
    void refusesAnEdgeOfAVertexThatComesLater() {
        GraphOutline backwards = new GraphOutline(
                List.of(vertex("b"), vertex("a")),
                List.of(new GraphOutline.Edge(
                        0, "a", "b", Partitioning.HASH, null, 0, "java.lang.String", Exchange.PIPELINED)));

        assertThatThrownBy(() -> GraphLayout.of(backwards))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("vertex 'a' comes after its consumer");
    }

    @Test
    void drawsAVeryLongGraphWithShortcutsInATimeThatAPersonWaits() {
        List<String> edges = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            edges.add("v" + i + ">v" + (i + 1));
        }
        for (int i = 2; i <= 300; i++) {
            edges.add("v0>v" + i);
        }

        assertThat(GraphLayout.of(graph(edges.toArray(String[]::new))).boxes()).hasSize(301);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void keepsItsPromisesForAnyGraph(long seed) {
        GraphOutline outline = random(new Random(seed));
        GraphLayout layout = GraphLayout.of(outline);

        assertThat(GraphLayout.of(outline)).isEqualTo(layout);
        for (Box box : layout.boxes()) {
            assertThat(box.x()).isBetween(0, layout.width() - box.width());
            assertThat(box.y()).isBetween(0, layout.height() - box.height());
            assertThat(layout.boxes()).noneMatch(other -> !other.equals(box) && overlap(box, other));
        }
        for (Line line : layout.lines()) {
            GraphOutline.Edge edge = outline.edges().get(line.edge());
            Box from = box(layout, edge.from());
            Box to = box(layout, edge.to());
            assertThat(to.x()).isGreaterThan(from.x() + from.width());
            assertThat(line.points().get(0).x()).isEqualTo(from.x() + from.width());
            assertThat(line.points().get(0).y()).isBetween(from.y(), from.y() + from.height());
            assertThat(line.points().get(line.points().size() - 1).x()).isEqualTo(to.x());
            assertThat(line.points()).allMatch(point -> point.y() >= 0 && point.y() <= layout.height());
        }
    }

    private static GraphOutline random(Random random) {
        List<String> edges = new ArrayList<>();
        int vertices = 2 + random.nextInt(14);
        for (int to = 1; to < vertices; to++) {
            edges.add("v" + (to - 1) + ">v" + to);
            for (int more = random.nextInt(3); more > 0; more--) {
                edges.add("v" + random.nextInt(to) + ">v" + to);
            }
        }
        return graph(edges.toArray(String[]::new));
    }

    private static boolean overlap(Box a, Box b) {
        boolean beside = a.x() + a.width() < b.x() || b.x() + b.width() < a.x();
        boolean aboveOrBelow = a.y() + a.height() < b.y() || b.y() + b.height() < a.y();
        return !beside && !aboveOrBelow;
    }
}
