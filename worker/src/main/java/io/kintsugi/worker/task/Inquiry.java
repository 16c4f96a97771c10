package io.kintsugi.worker.task;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.worker.channel.ChannelStart;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.channel.InputChannel;
import io.kintsugi.worker.channel.Mark;
import io.kintsugi.worker.channel.OutputChannel;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Asks the producers of a task without state, which died without a word, how far it had come by its newest {@link Mark}. All
 * channels begin behind the same mark, so that none counts on what another one does not know.
 *
 * <pre>
 * all inputs ask ──each has answered or is away, or patience is over──▶ inputs and outputs begin
 * </pre>
 */
final class Inquiry {
    private final Map<ChannelId, InputChannel> inputs;
    private final Map<ChannelId, OutputChannel> outputs;
    private final TaskBegin begin;
    private final long patienceNs;
    /** The newest question of each consumer, which is answered when this end knows where it begins. */
    private final Map<ChannelId, Frame.Resume> held = new TreeMap<>();

    private boolean asked;
    private long askedNs;
    private boolean over;

    /** @param patienceNs for how long a producer that is there may be silent */
    Inquiry(
            Map<ChannelId, InputChannel> inputs,
            Map<ChannelId, OutputChannel> outputs,
            TaskBegin begin,
            long patienceNs) {
        this.inputs = inputs;
        this.outputs = outputs;
        this.begin = begin;
        this.patienceNs = patienceNs;
        inputs.values().forEach(InputChannel::ask);
    }

    boolean isOver() {
        return over;
    }

    /** Takes what comes from a consumer meanwhile: of what it asks, the newest counts. */
    void hold(Frame frame) {
        if (frame instanceof Frame.Resume resume) {
            held.merge(frame.channel(), resume, Inquiry::newer);
        }
    }

    private static Frame.Resume newer(Frame.Resume one, Frame.Resume other) {
        return other.header().consumerAttempt() >= one.header().consumerAttempt() ? other : one;
    }

    /** Called after each news of a producer, and every few milliseconds. Returns the mark, when it is found, once. */
    Optional<Mark> look(long nowNs) {
        if (over) {
            return Optional.empty();
        }
        if (!asked) {
            asked = true;
            askedNs = nowNs;
        }
        boolean all = inputs.values().stream().allMatch(InputChannel::hasAnswered);
        if (!all && nowNs - askedNs < patienceNs) {
            return Optional.empty();
        }
        over = true;
        Optional<Mark> newest = answers()
                .map(answer -> answer.memory().mark())
                .filter(Objects::nonNull)
                .max(Mark::compareTo);
        beginBehind(newest.map(Mark::at).orElseGet(this::unmarked), nowNs);
        return newest;
    }

    private Stream<Frame.Hello> answers() {
        return inputs.values().stream().map(InputChannel::answer).filter(Objects::nonNull);
    }

    /** What it had stored, or else nothing at all, if that is where all its producers began: no record is older then. */
    private ChannelPositions unmarked() {
        ChannelPositions stored = begin.state();
        boolean fromTheFirst = answers().count() == inputs.size()
                && answers().allMatch(answer -> answer.header().producerAttempt() == 1);
        if (stored != null || !fromTheFirst) {
            return stored == null ? ChannelPositions.none() : stored;
        }
        return new ChannelPositions(nothing(inputs.keySet()), nothing(outputs.keySet()));
    }

    private static List<ChannelPosition> nothing(Collection<ChannelId> channels) {
        return channels.stream().map(id -> new ChannelPosition(id, 1, 0)).toList();
    }

    private void beginBehind(ChannelPositions at, long nowNs) {
        outputs.forEach((id, output) -> output.startLoosely(start(id, at.outputs())));
        inputs.forEach((id, input) -> input.goOn(start(id, at.inputs()), nowNs));
        outputs.forEach((id, output) -> {
            Frame.Resume question = held.get(id);
            if (question != null) {
                output.receive(question, nowNs);
            }
        });
        held.clear();
    }

    private static ChannelStart start(ChannelId channel, List<ChannelPosition> positions) {
        return ChannelStart.marked(ChannelPosition.of(channel, positions).orElse(null));
    }
}
