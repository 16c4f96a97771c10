package io.kintsugi.worker.task;

import io.kintsugi.core.graph.Partitioning;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.PartitionCounts;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.worker.channel.ChannelCounters;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.channel.FrameSink;
import io.kintsugi.worker.channel.InputChannel;
import io.kintsugi.worker.channel.InputGate;
import io.kintsugi.worker.channel.OutputChannel;
import io.kintsugi.worker.exchange.ServedPartition;
import io.kintsugi.worker.operator.Chain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The channel ends of one task attempt. */
final class TaskChannels {
    private static final int NOTHING_IN_HAND = -1;

    private final Map<ChannelId, InputChannel> inputs = new TreeMap<>();
    private final Map<ChannelId, OutputChannel> outputs = new TreeMap<>();
    private final List<OutputChannel> outputList;
    /** Of blocking exchanges, where the task keeps its output. */
    private final Map<ChannelId, ServedPartition> partitions = new TreeMap<>();

    private final InputGate gate;
    private final Plan plan;
    private final LossHistory losses = new LossHistory();
    private final List<LossRange> untold = new ArrayList<>();
    private final Set<Integer> reroutes = new TreeSet<>();
    /** As the gate counts them. */
    private final List<InputChannel> inputList;

    private final LateRecords late = new LateRecords();
    /** Null where it is known, or of no matter, how far the attempt before had come. */
    private @Nullable Inquiry inquiry;

    private final List<TaskId> producers;
    private final List<PlanEdge> edges;

    /** @param blocking says which inputs, as the gate counts them, are not to be read now */
    TaskChannels(TaskSpec spec, InputGate.Blocking blocking, Function<ChannelId, FrameSink> sinks) {
        int attempt = spec.attempt().number();
        plan = spec.plan();
        for (ChannelId id : spec.plan().inputs(spec.attempt().task())) {
            inputs.put(id, new InputChannel(id, attempt, spec.channels(), sinks.apply(id)));
        }
        for (ChannelId id : spec.plan().outputs(spec.attempt().task())) {
            PlanEdge edge = plan.edges().get(id.edge());
            if (edge.isBlocking()) {
                ServedPartition.End end = new ServedPartition.End(id, edge, attempt);
                partitions.put(id, new ServedPartition(end, spec.channels(), spec.storage(), sinks.apply(id)));
                continue;
            }
            AbsentConsumer absent = spec.absentConsumer(edge);
            outputs.put(id, new OutputChannel(id, attempt, spec.channels(), absent, sinks.apply(id)));
            if (absent.kind() == AbsentConsumer.Kind.REROUTE) {
                reroutes.add(id.edge());
            }
        }
        outputList = List.copyOf(outputs.values());
        inputList = List.copyOf(inputs.values());
        producers = inputs.keySet().stream().map(spec.plan()::producer).toList();
        edges = inputs.keySet().stream()
                .map(id -> spec.plan().edges().get(id.edge()))
                .toList();
        gate = new InputGate(inputList, blocking);
    }

    InputGate gate() {
        return gate;
    }

    /** @param input as the gate counts them */
    PlanEdge edge(int input) {
        return edges.get(input);
    }

    /** @param input as the gate counts them */
    TaskId producer(int input) {
        return producers.get(input);
    }

    /** How far each input has been read. */
    List<ChannelPosition> inputPositions() {
        return inputs.values().stream().map(InputChannel::position).toList();
    }

    /** How far each output has been written. */
    List<ChannelPosition> outputPositions() {
        return outputList.stream().map(OutputChannel::position).toList();
    }

    /** All that was taken is acknowledged. */
    void acknowledge(int input) {
        inputList.get(input).acknowledge();
    }

    /** How far a task with nothing in hand has come. */
    ChannelPositions positions(Chain chain) {
        return lastWords(NOTHING_IN_HAND, chain);
    }

    /**
     * How far a task without state has come.
     *
     * @param inHand the input of which the last batch may not have had its effect, or less than 0
     * @param chain may hold records that no channel has got
     */
    ChannelPositions lastWords(int inHand, Chain chain) {
        List<ChannelPosition> taken = new ArrayList<>();
        for (int input = 0; input < inputList.size(); input++) {
            InputChannel channel = inputList.get(input);
            taken.add(input == inHand ? channel.positionBefore() : channel.position());
        }
        Map<ChannelId, ChannelPosition> written = new TreeMap<>();
        outputList.forEach(output -> written.put(output.id(), output.position()));
        chain.forEachUnsent((lane, count) -> written.computeIfPresent(
                ((ChannelLane) lane).id(),
                (id, position) -> new ChannelPosition(id, position.epoch(), position.seq() + count)));
        return new ChannelPositions(taken, List.copyOf(written.values()));
    }

    /** So many more records of an input came too late because of a recovery. */
    void late(int input, LossBasis basis, long more) {
        late.add(inputList.get(input).position(), basis, more);
    }

    /** Gives the lanes of an edge, by consumer, their channels. */
    void bind(int edge, List<ChannelLane> lanes) {
        List<OutputChannel> ofEdge =
                outputList.stream().filter(output -> output.id().edge() == edge).toList();
        if (ofEdge.size() != lanes.size()) {
            throw new IllegalStateException(
                    "edge %d: %d channels for %d lanes".formatted(edge, ofEdge.size(), lanes.size()));
        }
        for (int consumer = 0; consumer < lanes.size(); consumer++) {
            lanes.get(consumer).bind(ofEdge.get(consumer));
        }
    }

    /** Gives the lanes of a blocking exchange, by consumer, their partitions. */
    void bindPartitions(int edge, List<PartitionLane> lanes) {
        List<ServedPartition> ofEdge = partitions.entrySet().stream()
                .filter(partition -> partition.getKey().edge() == edge)
                .map(Map.Entry::getValue)
                .toList();
        if (ofEdge.size() != lanes.size()) {
            throw new IllegalStateException(
                    "edge %d: %d partitions for %d lanes".formatted(edge, ofEdge.size(), lanes.size()));
        }
        for (int consumer = 0; consumer < lanes.size(); consumer++) {
            lanes.get(consumer).bind(ofEdge.get(consumer));
        }
    }

    /** What is kept for consumers. */
    PartitionCounts partitionCounts() {
        PartitionCounts sum = PartitionCounts.NONE;
        for (ServedPartition partition : partitions.values()) {
            ChannelCounters written = partition.counters();
            sum = new PartitionCounts(
                    sum.count() + (partition.isThere() ? 1 : 0),
                    sum.records() + written.records(),
                    sum.bytes() + written.bytes(),
                    sum.readRecords() + partition.readRecords());
        }
        return sum;
    }

    /** Deletes what was kept for consumers. */
    void discardPartitions() {
        partitions.values().forEach(ServedPartition::discard);
    }

    void connect(ChannelId input, int producerAttempt, long nowNs) {
        InputChannel channel = inputs.get(input);
        if (channel == null) {
            throw new IllegalArgumentException("no input channel " + input + " in " + inputs.keySet());
        }
        channel.connect(producerAttempt, nowNs);
        inquire(nowNs);
    }

    /** Goes on behind the newest mark of a task that died without a word, as soon as its producers have told it; before anything else. */
    void startMarked(TaskBegin begin, long patienceNs) {
        inquiry = new Inquiry(inputs, outputs, begin, patienceNs);
        goOnWith(begin.losses());
    }

    private void goOnWith(List<LossRange> known) {
        losses.addAll(known);
        late.goOn(known);
    }

    private void inquire(long nowNs) {
        if (inquiry == null) {
            return;
        }
        inquiry.look(nowNs).ifPresent(mark -> {
            goOnWith(mark.losses());
            untold.addAll(mark.losses()); // The attempt before may not have come to tell them.
        });
        if (inquiry.isOver()) {
            inquiry = null;
        }
    }

    /** Marks of a task without state, from now on. */
    TaskMarks marks(TaskSpec spec) {
        return new TaskMarks(spec, this, inputList, outputList);
    }

    /** Goes on in the numbering of all channels; before anything else. */
    void startAt(TaskBegin begin, boolean stateful, boolean deterministic) {
        inputs.values().forEach(input -> input.startAt(begin.input(input.id(), stateful)));
        outputList.forEach(output ->
                output.startAt(begin.output(output.id(), stateful), deterministic && !mayReroute(output.id())));
        goOnWith(begin.losses());
    }

    /** All inputs had come to their end before this attempt. */
    void startEnded() {
        inputList.forEach(InputChannel::startEnded);
    }

    /** Whether a record may have gone to another consumer the first time. */
    private boolean mayReroute(ChannelId output) {
        PlanEdge edge = plan.edges().get(output.edge());
        return edge.partitioning() == Partitioning.REBALANCE && reroutes.contains(edge.index());
    }

    /** Goes on without a peer, on all channels to it. */
    void detach(AttemptId peer, long nowNs) {
        inputs.values().stream()
                .filter(input -> plan.producer(input.id()).equals(peer.task()))
                .forEach(input -> input.detach(peer.number()));
        outputList.stream()
                .filter(output -> plan.consumer(output.id()).equals(peer.task()))
                .forEach(output -> output.detach(peer.number()));
        inquire(nowNs);
    }

    /** What was found to be lost since the last call. */
    List<LossRange> takeLosses() {
        collectLosses();
        List<LossRange> taken = List.copyOf(untold);
        untold.clear();
        return taken;
    }

    /** All that was found so far, the newest of it: what belongs to the state as it is now. */
    List<LossRange> losses() {
        collectLosses();
        return losses.all();
    }

    private void collectLosses() {
        List<LossRange> found = new ArrayList<>();
        for (InputChannel input : inputList) {
            input.takeLosses().forEach(loss -> found.add(named(loss)));
        }
        found.addAll(late.takeNews());
        losses.addAll(found);
        untold.addAll(found);
    }

    /** A source emits again what is rolled back, any other task emits something else instead. */
    private LossRange named(LossRange loss) {
        boolean again = loss.kind() == LossKind.ORPHANS
                && plan.vertex(plan.producer(loss.channel())).head().isSource();
        return again ? loss.as(LossKind.DUPLICATES) : loss;
    }

    boolean connected() {
        return gate.allConnected() && outputList.stream().allMatch(OutputChannel::connected);
    }

    /** Takes a frame to the end it is for; one for a channel that this task does not have is dropped. */
    void receive(Frame frame, long nowNs) {
        if (frame instanceof Frame.ToConsumer) {
            InputChannel input = inputs.get(frame.channel());
            if (input != null) {
                input.receive(frame, nowNs);
                inquire(nowNs);
            }
        } else if (inquiry != null) {
            inquiry.hold(frame);
        } else {
            OutputChannel output = outputs.get(frame.channel());
            ServedPartition partition = partitions.get(frame.channel());
            if (output != null) {
                output.receive(frame, nowNs);
            } else if (partition != null) {
                partition.receive(frame, nowNs);
            }
        }
    }

    void tick(long nowNs) {
        inquire(nowNs);
        gate.tick(nowNs);
        for (int i = 0; i < outputList.size(); i++) {
            outputList.get(i).tick(nowNs);
        }
        partitions.values().forEach(partition -> partition.tick(nowNs));
    }

    boolean drained() {
        for (int i = 0; i < outputList.size(); i++) {
            if (!outputList.get(i).drained()) {
                return false;
            }
        }
        return true;
    }

    /** The outputs whose consumers have not taken all. */
    List<ChannelId> undrained() {
        return outputList.stream()
                .filter(output -> !output.drained())
                .map(OutputChannel::id)
                .toList();
    }

    /** Of the output with the least room, see {@link TaskCounters#credits}. */
    long credits() {
        return outputList.stream()
                .mapToLong(output -> Math.max(0, output.credits()))
                .min()
                .orElse(TaskCounters.NO_OUTPUTS);
    }

    long countIn(ToLongFunction<ChannelCounters> count) {
        return inputs.values().stream()
                .mapToLong(input -> count.applyAsLong(input.counters()))
                .sum();
    }

    long countOut(ToLongFunction<ChannelCounters> count) {
        return Stream.concat(
                        outputList.stream().map(OutputChannel::counters),
                        partitions.values().stream().map(ServedPartition::counters))
                .mapToLong(count)
                .sum();
    }

    /** See {@link TaskCounters#written}: the channels count by batch, so this costs no record anything. */
    SortedMap<Integer, Long> writtenByEdge() {
        TreeMap<Integer, Long> written = new TreeMap<>();
        outputs.forEach(
                (id, output) -> written.merge(id.edge(), output.counters().records(), Long::sum));
        partitions.forEach(
                (id, partition) -> written.merge(id.edge(), partition.counters().records(), Long::sum));
        return written.size() > 1 ? written : Collections.emptySortedMap();
    }
}
