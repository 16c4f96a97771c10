package io.kintsugi.testkit;

import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.Stream;
import io.kintsugi.core.function.KeyedCoProcessFunction;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.Until;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.graph.ExecutionMode;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Connected components: each vertex tells its neighbours the smallest number that it knows, until nobody learns anything
 * new. A graph of chains, so that it takes as many supersteps as the longest of them has vertices.
 */
final class ComponentsJob {
    private final List<Edge> edges = new ArrayList<>();
    private final int vertices;

    /** A vertex and the smallest number that it knows of its component. */
    record Label(long vertex, long component, boolean news) {}

    record Edge(long from, long to) {}

    /** @param seed decides the edges */
    ComponentsJob(long seed, int vertices) {
        this.vertices = vertices;
        Random random = new Random(seed);
        for (int vertex = 1; vertex < vertices; vertex++) {
            if (random.nextInt(4) > 0) { // To one a little before it: so components are long.
                int other = Math.max(0, vertex - 1 - random.nextInt(2));
                edges.add(new Edge(vertex, other));
                edges.add(new Edge(other, vertex));
            }
        }
    }

    /** @param superstep told each superstep in which a vertex is looked at, by every attempt */
    Job job(int parallelism, Until<Label> until, Sink<Label> sink, Consumer<ProcessContext> superstep) {
        JobDraft draft = Job.named("components")
                .mode(ExecutionMode.BATCH)
                .recovery(Recovery.batch().restart(RestartStrategy.fixedDelay(100, Duration.ofMillis(3))));
        Stream<Edge> neighbours = draft.source(
                        "edges",
                        GeneratorSource.of(Edge.class, n -> edges.get((int) n)).records(edges.size()))
                .rebalance()
                .filter("all", edge -> true)
                .parallelism(parallelism);
        Stream<Label> labels = draft.source(
                        "vertices",
                        GeneratorSource.of(Label.class, n -> new Label(n, n, true))
                                .records(vertices))
                .rebalance()
                .filter("labels", label -> true)
                .parallelism(parallelism);
        draft.iterate("components", labels, known -> superstep(known, neighbours, superstep), until)
                .map("result", label -> label)
                .outputType(Label.class)
                .sink("out", sink);
        return draft.build();
    }

    private static Stream<Label> superstep(
            Stream<Label> known, Stream<Edge> edges, Consumer<ProcessContext> superstep) {
        Stream<Label> told =
                known.keyBy(Label::vertex).connect(edges.keyBy(Edge::from)).process("tell", () -> new Tell(superstep));
        return known.union(told).keyBy(Label::vertex).process("learn", Learn::new);
    }

    /** By vertex the smallest number of its component, found in another way. */
    Map<Long, Long> expected() {
        long[] parent = new long[vertices];
        for (int vertex = 0; vertex < vertices; vertex++) {
            parent[vertex] = vertex;
        }
        for (Edge edge : edges) {
            long a = root(parent, edge.from());
            long b = root(parent, edge.to());
            parent[(int) Math.max(a, b)] = Math.min(a, b);
        }
        Map<Long, Long> components = new TreeMap<>();
        for (long vertex = 0; vertex < vertices; vertex++) {
            components.put(vertex, root(parent, vertex));
        }
        return components;
    }

    private static long root(long[] parent, long vertex) {
        long root = vertex;
        while (parent[(int) root] != root) {
            root = parent[(int) root];
        }
        return root;
    }

    static Map<Long, Long> byVertex(List<Label> labels) {
        Map<Long, Long> components = new TreeMap<>();
        for (Label label : labels) {
            if (components.put(label.vertex(), label.component()) != null) {
                throw new AssertionError("vertex " + label.vertex() + " came twice");
            }
        }
        return components;
    }

    /** Tells the neighbours of a vertex what it knows. Its own record comes before the edges. */
    private static final class Tell implements KeyedCoProcessFunction<Long, Label, Edge, Label> {
        private static final ValueStateSpec<Label> KNOWN = ValueStateSpec.of("known", Label.class);

        private final Consumer<ProcessContext> superstep;

        Tell(Consumer<ProcessContext> superstep) {
            this.superstep = superstep;
        }

        @Override
        public List<StateSpec> states() {
            return List.of(KNOWN);
        }

        @Override
        public void processFirst(Long vertex, Label label, ProcessContext context, Output<Label> out) {
            superstep.accept(context);
            context.state(KNOWN).set(label);
        }

        @Override
        public void processSecond(Long vertex, Edge edge, ProcessContext context, Output<Label> out) {
            Label known = context.state(KNOWN).get();
            if (known != null && known.news()) {
                out.emit(new Label(edge.to(), known.component(), false));
            }
        }
    }

    /** Remembers the smallest number from one superstep to the next. */
    private static final class Learn implements KeyedProcessFunction<Long, Label, Label> {
        private static final ValueStateSpec<Long> BEFORE = ValueStateSpec.of("before", Long.class);
        private static final ValueStateSpec<Long> NOW = ValueStateSpec.of("now", Long.class);

        @Override
        public List<StateSpec> states() {
            return List.of(BEFORE, NOW);
        }

        @Override
        public void process(Long vertex, Label label, ProcessContext context, Output<Label> out) {
            ValueState<Long> now = context.state(NOW);
            Long known = now.get();
            now.set(known == null ? label.component() : Math.min(known, label.component()));
            context.timers().atEventTime(Long.MAX_VALUE);
        }

        @Override
        public void onTimer(Long vertex, Timer timer, ProcessContext context, Output<Label> out) {
            Long now = context.state(NOW).get();
            boolean news = !now.equals(context.state(BEFORE).get());
            context.state(BEFORE).set(now);
            out.emit(new Label(vertex, now, news));
        }
    }
}
