package io.kintsugi.coordinator.loss;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.LossEntry;
import io.kintsugi.core.protocol.LossSum;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.RangeSet;
import io.kintsugi.core.snapshot.StateVersion;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Which records of a job did not count exactly once, and because of which recovery. Consumers tell ranges, again and again; what
 * was told before changes nothing. {@link LossSum} adds them up.
 *
 * <pre>
 * told ──▶ open ──part of a completed checkpoint──▶ committed
 *           ├─────the region restarts─────────────▶ repaired
 *           └─────its consumer goes back behind it─▶ gone, until the next attempt tells what it lacks
 * </pre>
 *
 * The oldest lines are folded into the totals when there are too many. Not for several threads.
 */
public final class LossAccount {
    private final int entriesMax;
    private final Deque<Line> lines = new ArrayDeque<>();
    /** Lines of attempts whose state is gone: what the next ones lack of it keeps its recovery. */
    private final Deque<Line> gone = new ArrayDeque<>();

    private final FoldedLosses folded = new FoldedLosses();

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

        /** Whether it stands and falls with the state of its consumer; what came late is the same for every state. */
        boolean isOpen() {
            return state == LossEntry.State.OPEN && range.kind() != LossKind.LATE_AFTER_RECOVERY;
        }

        boolean isOpenLoss() {
            return isOpen() && range.kind().isLost();
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
        long before = total().lost();
        for (LossRange range : told) {
            Ends ends = new Ends(plan.producer(range.channel()), plan.consumer(range.channel()));
            boolean late = range.kind() == LossKind.LATE_AFTER_RECOVERY;
            if (late ? knownLate(range) >= range.toSeq() : isKnown(range)) {
                continue;
            }
            long recovery = attribution.recoveryOf(ends.producer, ends.consumer);
            if (late) {
                addLate(new Line(rest(range, knownLate(range) + 1), ends, recovery, nowMs));
            } else {
                lines.addAll(lines(range, ends, recovery, nowMs));
            }
        }
        while (lines.size() > entriesMax) {
            fold(lines.removeFirst());
        }
        return Math.max(0, total().lost() - before);
    }

    private boolean isKnown(LossRange range) {
        return folded.covers(range) || lines.stream().anyMatch(line -> line.counts() && isPart(range, line.range));
    }

    /** A figure that is less certain does not stand for one that is more. */
    private static boolean isPart(LossRange part, LossRange of) {
        return part.isPartOf(of) && part.basis() == of.basis();
    }

    /** How many late records of a numbering are accounted for, told on this basis. */
    private long knownLate(LossRange range) {
        return lines.stream()
                .filter(line -> line.counts() && isSameCount(line.range, range))
                .mapToLong(line -> line.range.toSeq())
                .reduce(folded.late(range), Math::max);
    }

    private static boolean isSameCount(LossRange one, LossRange other) {
        return one.kind() == other.kind()
                && one.channel().equals(other.channel())
                && one.epoch() == other.epoch()
                && one.basis() == other.basis();
    }

    private static LossRange rest(LossRange of, long from) {
        return of.basis() == LossBasis.COUNTED
                ? LossRange.counted(of.channel(), of.epoch(), from, of.toSeq(), of.kind())
                : LossRange.bounded(of.channel(), of.epoch(), from, of.toSeq(), of.kind(), 0);
    }

    /** The line of a count grows, as long as its records come late because of the same recovery. */
    private void addLate(Line more) {
        LossRange next = more.range;
        Optional<Line> before = lines.stream()
                .filter(line -> line.state == LossEntry.State.OPEN
                        && line.recovery == more.recovery
                        && isSameCount(line.range, next)
                        && line.range.toSeq() == next.fromSeq() - 1)
                .findFirst();
        before.ifPresent(lines::remove);
        LossRange grown = before.map(line -> rest(next, line.range.fromSeq())).orElse(next);
        lines.addLast(new Line(grown, more.ends, more.recovery, more.toldAtMs));
    }

    /** What an earlier attempt had lost as well keeps the recovery that it was lost in. */
    private List<Line> lines(LossRange range, Ends ends, long recovery, long nowMs) {
        if (!range.kind().isLost() || range.basis() != LossBasis.COUNTED) {
            return List.of(new Line(range, ends, recovery, nowMs));
        }
        RangeSet left = new RangeSet();
        left.add(range.fromSeq(), range.toSeq());
        List<Line> pieces = new ArrayList<>();
        for (Line before : gone) {
            if (before.range.channel().equals(range.channel())) {
                left.cut(before.range.fromSeq(), before.range.toSeq())
                        .forEach((from, to) ->
                                pieces.add(new Line(piece(range, from, to), ends, before.recovery, nowMs)));
            }
        }
        left.forEach((from, to) -> pieces.add(new Line(piece(range, from, to), ends, recovery, nowMs)));
        return pieces;
    }

    private static LossRange piece(LossRange of, long from, long to) {
        return LossRange.counted(of.channel(), of.epoch(), from, to, of.kind());
    }

    private void fold(Line line) {
        if (line.counts()) {
            folded.add(line.range, line.recovery);
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
        return undo(line -> line.state == LossEntry.State.OPEN && restarting.contains(line.ends.consumer), line -> {
            line.state = LossEntry.State.REPAIRED;
        });
    }

    /** A completed checkpoint that a task went back to has this behind it: it is not repaired, and never will be. */
    public void kept(List<LossRange> losses) {
        for (Line line : lines) {
            if (!line.counts() && losses.stream().anyMatch(range -> isPart(line.range, range))) {
                line.state = LossEntry.State.COMMITTED;
            }
        }
    }

    /**
     * A task goes back to a state of its own: what it has lost since may come to it yet, or it will tell so once more.
     *
     * @param kept what its state says that it has lost
     */
    public List<Repaired> wentBack(TaskId consumer, List<LossRange> kept) {
        List<Line> those = lines.stream()
                .filter(line -> line.isOpen() && line.ends.consumer.equals(consumer))
                .filter(line -> kept.stream().noneMatch(range -> isPart(line.range, range)))
                .toList();
        List<Repaired> undone = undo(those::contains, lines::remove);
        those.stream().filter(Line::isOpenLoss).forEach(gone::add);
        while (gone.size() > entriesMax) {
            gone.removeFirst();
        }
        return undone;
    }

    /** What stands and falls with the state of this task. */
    public List<LossRange> openOf(TaskId consumer) {
        return lines.stream()
                .filter(line -> line.isOpen() && line.ends.consumer.equals(consumer))
                .map(line -> line.range)
                .toList();
    }

    private List<Repaired> undo(Predicate<Line> which, Consumer<Line> change) {
        List<Repaired> undone = new ArrayList<>();
        long lost = total().lost();
        for (Line line : lines.stream().filter(which).toList()) {
            change.accept(line);
            long left = total().lost();
            if (left < lost) {
                undone.add(new Repaired(lost - left, line.toldAtMs));
            }
            lost = left;
        }
        return undone;
    }

    /** Records that are not lost any more, and when they were told to be. */
    public record Repaired(long records, long toldAtMs) {}

    /** Whether a loss is not part of any completed checkpoint, nor repaired. */
    public boolean isOpen() {
        return lines.stream().anyMatch(Line::isOpenLoss);
    }

    /** Of all recoveries, without what was repaired. */
    public LossTotals total() {
        return folded.total().plus(sum(line -> true));
    }

    /** What one recovery has added to those before it. */
    public LossTotals total(long recovery) {
        LossTotals added = sum(line -> line.recovery <= recovery).minus(sum(line -> line.recovery < recovery));
        return folded.total(recovery).plus(added);
    }

    private LossTotals sum(Predicate<Line> which) {
        return LossSum.of(lines.stream()
                .filter(line -> line.counts() && which.test(line))
                .map(line -> line.range)
                .toList());
    }

    /** Nobody asks for recoveries before this one any more. */
    public void forgetBefore(long recovery) {
        folded.forgetBefore(recovery);
    }

    /** Oldest first. */
    public List<LossEntry> entries() {
        return lines.stream()
                .map(line ->
                        new LossEntry(line.range, line.ends.producer, line.ends.consumer, line.recovery, line.state))
                .toList();
    }
}
