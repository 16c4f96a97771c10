package io.kintsugi.worker.task;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts what came late because of a recovery, in each numbering of each input of a task. Nobody needs to know which records
 * it were, so a count of five is told as the range 1 to 5: one that is told later has the earlier ones in it.
 */
final class LateRecords {
    private final Map<Place, LossRange> counts = new TreeMap<>();
    private final Map<Place, LossRange> news = new TreeMap<>();

    private record Place(ChannelId channel, LossBasis basis) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return Comparator.comparing(Place::channel)
                    .thenComparing(Place::basis)
                    .compare(this, other);
        }
    }

    /** Goes on behind what the state of the task has counted; before anything else. */
    void goOn(List<LossRange> losses) {
        losses.stream()
                .filter(loss -> loss.kind() == LossKind.LATE_AFTER_RECOVERY)
                .forEach(loss -> counts.merge(new Place(loss.channel(), loss.basis()), loss, LateRecords::later));
    }

    private static LossRange later(LossRange one, LossRange other) {
        boolean first = one.epoch() != other.epoch() ? one.epoch() > other.epoch() : one.count() > other.count();
        return first ? one : other;
    }

    /** @param at how far the input has been read */
    void add(ChannelPosition at, LossBasis basis, long more) {
        if (more > 0) {
            Place place = new Place(at.channel(), basis);
            LossRange before = counts.get(place);
            long inAll = more + (before != null && before.epoch() == at.epoch() ? before.count() : 0);
            LossRange range = basis == LossBasis.COUNTED
                    ? LossRange.counted(at.channel(), at.epoch(), 1, inAll, LossKind.LATE_AFTER_RECOVERY)
                    : LossRange.bounded(at.channel(), at.epoch(), 1, inAll, LossKind.LATE_AFTER_RECOVERY, 0);
            counts.put(place, range);
            news.put(place, range);
        }
    }

    /** What has changed since the last call. */
    List<LossRange> takeNews() {
        List<LossRange> taken = List.copyOf(news.values());
        news.clear();
        return taken;
    }
}
