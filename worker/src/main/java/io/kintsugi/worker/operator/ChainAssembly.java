package io.kintsugi.worker.operator;

import io.kintsugi.core.function.AggregateFunction;
import io.kintsugi.core.function.BroadcastStateSpec;
import io.kintsugi.core.function.EventTime;
import io.kintsugi.core.function.FilterFunction;
import io.kintsugi.core.function.FlatMapFunction;
import io.kintsugi.core.function.JoinFunction;
import io.kintsugi.core.function.KeyFunction;
import io.kintsugi.core.function.KeyedBroadcastProcessFunction;
import io.kintsugi.core.function.KeyedCoProcessFunction;
import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.MapFunction;
import io.kintsugi.core.function.ProcessFunction;
import io.kintsugi.core.function.ReduceFunction;
import io.kintsugi.core.function.SideOutput;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.WindowFunction;
import io.kintsugi.core.function.WindowProcessFunction;
import io.kintsugi.core.graph.KeyedTypes;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.core.graph.PlanIteration;
import io.kintsugi.core.graph.Step;
import io.kintsugi.core.graph.StepKind;
import io.kintsugi.core.graph.WindowContents;
import io.kintsugi.core.graph.WindowSpec;
import io.kintsugi.core.type.RecordType;
import io.kintsugi.core.window.GlobalWindows;
import io.kintsugi.core.window.SessionWindows;
import io.kintsugi.core.window.TimeWindows;
import io.kintsugi.worker.state.GroupRange;
import io.kintsugi.worker.state.KeyedCodecs;
import io.kintsugi.worker.state.KeyedState;
import io.kintsugi.worker.state.OperatorState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Builds the stages of a chain from the last to the first. The types of a job were checked when it was built, so here all
 * functions are taken for functions of objects.
 */
@SuppressWarnings("unchecked")
final class ChainAssembly implements StepKind.Visitor<Stage> {
    private final ChainSpec spec;
    private final RecordCount read = new RecordCount();
    private final RecordCount written = new RecordCount();
    private final RecordCount late = new RecordCount();
    private final List<Stage> stages = new ArrayList<>();
    private @Nullable SourceStage source;
    private @Nullable SinkStage sink;
    private @Nullable FeedbackStage feedback;
    private final List<Router> routers = new ArrayList<>();
    private Stage next;
    private Map<String, Stage> sides = new TreeMap<>();
    private Step step;

    ChainAssembly(ChainSpec spec) {
        this.spec = spec;
        this.step = spec.vertex().tail();
        this.next = routers();
    }

    Chain build() {
        List<Step> steps = spec.vertex().steps();
        for (int i = steps.size() - 1; i >= 0; i--) {
            step = steps.get(i);
            next = step.kind().accept(this);
            if (next != source) {
                stages.add(next);
            }
            sides = new TreeMap<>();
        }
        return new Chain(
                spec.seat(),
                next,
                stages,
                new Chain.Ends(source, sink, feedback, routers),
                new Chain.Counts(read, written, late));
    }

    private Stage routers() {
        List<Stage> main = new ArrayList<>();
        Map<String, List<Stage>> bySide = new TreeMap<>();
        for (ChainSpec.Output output : spec.outputs()) {
            Router router = router(output);
            stages.add(router);
            routers.add(router);
            SideOutput<?> side = output.edge().side();
            if (side == null) {
                main.add(router);
            } else {
                bySide.computeIfAbsent(side.name(), name -> new ArrayList<>()).add(router);
            }
        }
        bySide.forEach((name, routers) -> sides.put(name, Fanout.of(routers)));
        return Fanout.of(main);
    }

    private Router router(ChainSpec.Output output) {
        PlanEdge edge = output.edge();
        Router.RouterSettings settings = Router.RouterSettings.of(spec);
        return switch (edge.partitioning()) {
            case FORWARD, REBALANCE -> new RoundRobinRouter(output.lanes(), settings);
            case BROADCAST -> new BroadcastRouter(output.lanes(), settings);
            case HASH -> new HashRouter(spec, step.name(), key(edge.key()), output.lanes());
        };
    }

    @Override
    public Stage source(StepKind.SourceStep kind) {
        SourceReader<Object, Object> reader =
                (SourceReader<Object, Object>) kind.source().reader(context());
        Class<?> positionType =
                kind.positionType().<Class<?>>map(RecordType::type).orElse(Object.class);
        source = new SourceStage(
                new SourceStage.Origin(step.name(), reader, positionType, events()),
                spec,
                timed(kind.eventTime()),
                read);
        return source;
    }

    private Stage timed(@Nullable EventTime<?> eventTime) {
        if (eventTime == null) {
            return next;
        }
        return new EventTimeStage(spec, step.name(), (EventTime<Object>) eventTime, next);
    }

    @Override
    public Stage map(StepKind.MapStep kind) {
        MapFunction<Object, Object> function = (MapFunction<Object, Object>) kind.function();
        return new MapStage(step.name(), spec, function, next);
    }

    @Override
    public Stage filter(StepKind.FilterStep kind) {
        FilterFunction<Object> function = (FilterFunction<Object>) kind.function();
        return new FilterStage(step.name(), spec, function, next);
    }

    @Override
    public Stage flatMap(StepKind.FlatMapStep kind) {
        FlatMapFunction<Object, Object> function = (FlatMapFunction<Object, Object>) kind.function();
        return new FlatMapStage(step.name(), function, emitters());
    }

    @Override
    public Stage process(StepKind.ProcessStep kind) {
        ProcessFunction<Object, Object> function =
                (ProcessFunction<Object, Object>) kind.supplier().get();
        OperatorState state = new OperatorState(step.name(), function.states(), spec.seat()::isTaken);
        return new ProcessStage(function, state, context(), emitters());
    }

    @Override
    public Stage keyedProcess(StepKind.KeyedProcessStep kind) {
        KeyedProcessFunction<Object, Object, Object> function =
                (KeyedProcessFunction<Object, Object, Object>) kind.supplier().get();
        return new KeyedProcessStage(key(spec.key()), function, keyed(function.states(), List.of()));
    }

    @Override
    public Stage window(StepKind.WindowStep kind) {
        WindowValues values = values(kind.contents());
        KeyedStage.Parts keyed = keyed(values.states(), List.of(), values.panes(WindowStage.PANES));
        return windows(kind.spec(), new WindowStage.WindowParts(keys(), values, late, keyed));
    }

    private static WindowValues values(WindowContents contents) {
        if (contents instanceof WindowContents.Aggregate aggregate) {
            return new WindowValues.Aggregated(
                    (AggregateFunction<Object, Object, Object>) aggregate.aggregate(),
                    (WindowFunction<Object, Object, Object>) aggregate.result());
        }
        if (contents instanceof WindowContents.Join join) {
            return new WindowValues.Joined((JoinFunction<Object, Object, Object>) join.join());
        }
        if (contents instanceof WindowContents.Collect collect) {
            return new WindowValues.Collected((WindowProcessFunction<Object, Object, Object>)
                    collect.supplier().get());
        }
        WindowContents.Reduce reduce = (WindowContents.Reduce) contents;
        return new WindowValues.Reduced(
                (ReduceFunction<Object>) reduce.reduce(), (WindowFunction<Object, Object, Object>) reduce.result());
    }

    private static Stage windows(WindowSpec spec, WindowStage.WindowParts parts) {
        if (spec.windows() instanceof TimeWindows time) {
            return new TimeWindowStage(time, spec, parts);
        }
        return spec.windows() instanceof SessionWindows session
                ? new SessionWindowStage(session, spec, parts)
                : new GlobalWindowStage((GlobalWindows) spec.windows(), spec, parts);
    }

    @Override
    public Stage coProcess(StepKind.CoProcessStep kind) {
        KeyedCoProcessFunction<Object, Object, Object, Object> function =
                (KeyedCoProcessFunction<Object, Object, Object, Object>)
                        kind.supplier().get();
        return new CoProcessStage(keys(), function, keyed(function.states(), List.of()));
    }

    @Override
    public Stage broadcastProcess(StepKind.BroadcastProcessStep kind) {
        KeyedBroadcastProcessFunction<Object, Object, Object, Object> function =
                (KeyedBroadcastProcessFunction<Object, Object, Object, Object>)
                        kind.supplier().get();
        return new BroadcastProcessStage(keys(), function, keyed(function.states(), function.broadcastStates()));
    }

    @Override
    public Stage intervalJoin(StepKind.IntervalJoinStep kind) {
        return new IntervalJoinStage(
                keys(), kind, late, keyed(List.of(), List.of(), IntervalJoinStage.side(0), IntervalJoinStage.side(1)));
    }

    @Override
    public Stage sink(StepKind.SinkStep kind) {
        SinkWriter<Object> writer = (SinkWriter<Object>) kind.sink().writer(context());
        sink = new SinkStage(step.name(), writer, spec, written);
        return sink;
    }

    @Override
    public Stage iterationStart(StepKind.IterationStart kind) {
        PlanIteration iteration = spec.iteration();
        if (iteration == null) {
            throw new IllegalStateException("step '" + step.name() + "' starts no iteration of the plan");
        }
        return FeedbackStage.start(step.name(), iteration.end(), recordType(), emitters());
    }

    @Override
    public Stage iterationEnd(StepKind.IterationEnd kind) {
        feedback = FeedbackStage.end(step.name(), kind, recordType(), emitters());
        return feedback;
    }

    private Class<?> recordType() {
        RecordType type = step.output();
        if (type == null) {
            throw new IllegalStateException("step '" + step.name() + "' was not validated: its records are not known");
        }
        return type.type();
    }

    private Emitters emitters() {
        return new Emitters(spec, events(), next, sides);
    }

    /** @param panes of the stage; one with panes keeps the timers to itself */
    private KeyedStage.Parts keyed(
            List<? extends StateSpec> states, List<BroadcastStateSpec<?, ?>> broadcast, PaneKind... panes) {
        Emitters emitters = emitters();
        List<KeyedState.Panes> tables =
                Arrays.stream(panes).map(PaneKind::table).toList();
        KeyedState state = new KeyedState(
                step.name(),
                groups(),
                new KeyedState.Shape(states, broadcast, tables, codecs(panes)),
                spec.clock()::epochMs);
        KeyTimers timers =
                new KeyTimers(step.name(), state, spec.clock(), spec.job().batch());
        StageContext context = new StageContext(context(), state, panes.length == 0 ? timers : null, emitters);
        return new KeyedStage.Parts(context, state, timers, emitters);
    }

    /** A chain that stands by may get the keys of any subtask: then nobody finds out that a key is not that of the subtask. */
    private GroupRange groups() {
        return spec.seat().isLate()
                ? new GroupRange(0, spec.keyGroups(), spec.keyGroups())
                : GroupRange.of(
                        spec.seat().attempt(step.name()).task().subtask(), step.parallelism(), spec.keyGroups());
    }

    /** Null where nothing is stored. */
    private @Nullable KeyedCodecs codecs(PaneKind... panes) {
        KeyedTypes types = spec.vertex().state().keyed();
        if (types == null || !step.isKeyed()) {
            return null;
        }
        Map<String, RecordType> contents = new TreeMap<>();
        for (PaneKind kind : panes) {
            contents.put(kind.table().name(), kind.stored(types));
        }
        return new KeyedCodecs(types.key(), contents);
    }

    private SubtaskContext context() {
        return new SubtaskContext(spec.job(), step.name(), step.parallelism(), spec.seat());
    }

    private EventSender events() {
        return new EventSender(context(), step.sendsEvents());
    }

    private InputKeys keys() {
        KeyFunction<Object, Object> first = key(spec.key());
        return new InputKeys(first, spec.secondKey() == null ? first : key(spec.secondKey()));
    }

    private KeyFunction<Object, Object> key(@Nullable KeyFunction<?, ?> function) {
        if (function == null) {
            throw new IllegalStateException("step '" + step.name() + "' works by key and its edge has none");
        }
        return (KeyFunction<Object, Object>) function;
    }
}
