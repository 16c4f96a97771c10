package io.kintsugi.coordinator.loss;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.LossEntry;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Which records of a job did not count exactly once, and because of which recovery. Consumers tell ranges, again and again; what
 * was told before changes nothing.
 *
 * <pre>
 * told ──▶ open ──part of a completed checkpoint──▶ committed
 *           └─────the region restarts─────────────▶ repaired
 * </pre>
 *
 * The oldest lines are folded into the totals when there are too many. Not for several threads.
 */
public final class LossAccount {
    private final int entriesMax;
    private final Deque<Line> lines = new ArrayDeque<>();
    private final Map<KnownRanges.Key, KnownRanges> known = new TreeMap<>();
    private final LossTally folded = new LossTally();
    private final Map<Long, LossTally> foldedOf = new TreeMap<>();

    /** One line: its state changes, the rest does not. */
    private static final class Line {
        final LossRange range;
        final Ends ends;
        final long recovery;
        final long toldAtMs;
        LossEntry.State state = LossEntry.State.OPEN;

        Line(LossRange range, Ends ends, long recovery, long toldAtMs) {
            this.range = range;
            this.ends = ends;
            this.recovery = recovery;
            this.toldAtMs = toldAtMs;
        }

        boolean counts() {
            return state != LossEntry.State.REPAIRED;
        }
    }

    /** The two tasks of a channel. */
    private record Ends(TaskId producer, TaskId consumer) {}

    /** Which recovery a loss belongs to. */
    public interface Attribution {
        /** The newest recovery that restarted one of these two; 0 for none. */
        long recoveryOf(TaskId producer, TaskId consumer);
    }

    /** @param entriesMax lines that are kept */
    public LossAccount(int entriesMax) {
        this.entriesMax = entriesMax;
    }

    /** Takes what is new in these; returns how many records more are lost, at most. */
    public long take(Collection<LossRange> told, Plan plan, Attribution attribution, long nowMs) {
        long lost = 0;
        for (LossRange range : told) {
            Ends ends = new Ends(plan.producer(range.channel()), plan.consumer(range.channel()));
            long recovery = attribution.recoveryOf(ends.producer, ends.consumer);
            for (LossRange piece : ofKind(range).take(range)) {
                lines.addLast(new Line(piece, ends, recovery, nowMs));
                lost += piece.kind().isLost() ? piece.count() : 0;
            }
        }
        while (lines.size() > entriesMax) {
            fold(lines.removeFirst());
        }
        return lost;
    }

    private KnownRanges ofKind(LossRange range) {
        LossKind kind = range.kind().isLost() ? LossKind.LOST_STATE : range.kind(); // A record is lost once only.
        return known.computeIfAbsent(new KnownRanges.Key(range.channel(), kind), key -> new KnownRanges(entriesMax));
    }

    private void fold(Line line) {
        if (line.counts()) {
            folded.add(line.range);
            foldedOf.computeIfAbsent(line.recovery, id -> new LossTally()).add(line.range);
        }
    }

    /** A checkpoint is complete: what was lost before its barriers can be repaired no more. */
    public void committed(Manifest manifest) {
        Map<TaskId, StateVersion> versions = new TreeMap<>();
        manifest.versions().forEach(version -> versions.put(version.task(), version));
        for (Line line : lines) {
            if (line.state == LossEntry.State.OPEN && isBefore(line, versions)) {
                line.state = LossEntry.State.COMMITTED;
            }
        }
    }

    /** Where neither end has a state, nobody can tell, and nothing goes back there either. */
    private static boolean isBefore(Line line, Map<TaskId, StateVersion> versions) {
        LossRange range = line.range;
        Stream<ChannelPosition> applied =
                Stream.ofNullable(versions.get(line.ends.consumer)).flatMap(version -> version.inputs().stream());
        Stream<ChannelPosition> emitted =
                Stream.ofNullable(versions.get(line.ends.producer)).flatMap(version -> version.outputs().stream());
        Optional<ChannelPosition> position = Stream.concat(applied, emitted)
                .filter(one -> one.channel().equals(range.channel()))
                .findFirst();
        return position.map(
                        at -> range.epoch() < at.epoch() || (range.epoch() == at.epoch() && range.toSeq() <= at.seq()))
                .orElse(true);
    }

    /** These tasks go back to a completed checkpoint. */
    public List<Repaired> repaired(Set<TaskId> restarting) {
        List<Repaired> repaired = new ArrayList<>();
        for (Line line : lines) {
            if (line.state == LossEntry.State.OPEN && restarting.contains(line.ends.consumer)) {
                line.state = LossEntry.State.REPAIRED;
                ofKind(line.range).forget(line.range);
                if (line.range.kind().isLost()) {
                    repaired.add(new Repaired(line.range.count(), line.toldAtMs));
                }
            }
        }
        return repaired;
    }

    /** Records that are not lost any more, and when they were told to be. */
    public record Repaired(long records, long toldAtMs) {}

    /** Whether a loss is not part of any completed checkpoint, nor repaired. */
    public boolean isOpen() {
        return lines.stream()
                .anyMatch(line ->
                        line.state == LossEntry.State.OPEN && line.range.kind().isLost());
    }

    /** Of all recoveries, without what was repaired. */
    public LossTotals total() {
        return total(folded, line -> true);
    }

    public LossTotals total(long recovery) {
        return total(foldedOf.getOrDefault(recovery, new LossTally()), line -> line.recovery == recovery);
    }

    private LossTotals total(LossTally before, Predicate<Line> which) {
        LossTally sum = new LossTally();
        sum.add(before);
        lines.stream().filter(line -> line.counts() && which.test(line)).forEach(line -> sum.add(line.range));
        return sum.totals();
    }

    /** Nobody asks for recoveries before this one any more. */
    public void forgetBefore(long recovery) {
        Iterator<Long> ids = foldedOf.keySet().iterator();
        while (ids.hasNext() && ids.next() < recovery) {
            ids.remove();
        }
    }

    /** Oldest first. */
    public List<LossEntry> entries() {
        return lines.stream()
                .map(line ->
                        new LossEntry(line.range, line.ends.producer, line.ends.consumer, line.recovery, line.state))
                .toList();
    }
}
