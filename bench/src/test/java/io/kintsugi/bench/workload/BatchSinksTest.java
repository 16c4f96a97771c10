package io.kintsugi.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** That no wrong answer of B1 or B2 looks like the right one. */
class BatchSinksTest {
    private static final int RECORDS = 5_000;

    private final List<Bid> sorted = new ArrayList<>();

    BatchSinksTest() {
        for (long i = 0; i < RECORDS; i++) {
            sorted.add(ShuffledBids.BIDS.record(i));
        }
        sorted.sort(Comparator.comparingLong(bid -> bid.timestampMs));
    }

    @Test
    void takesBidsThatAreSorted() throws Exception {
        assertThat(sort(sorted, List.of())).isEqualTo(Oracle.expected(Workload.B2, RECORDS));
    }

    @Test
    void takesRangesInAnyOrder() throws Exception {
        int range = ShuffledBids.range(sorted.get(0));
        List<Bid> others = new ArrayList<>(sorted);
        others.removeIf(bid -> ShuffledBids.range(bid) == range);
        others.addAll(sorted.subList(0, RECORDS - others.size()));

        assertThat(sort(others, List.of())).isEqualTo(Oracle.expected(Workload.B2, RECORDS));
    }

    @Test
    void refusesTwoBidsThatSwappedTheirPlaces() {
        Collections.swap(sorted, 0, 1);

        assertThat(ShuffledBids.range(sorted.get(0))).isEqualTo(ShuffledBids.range(sorted.get(1)));
        assertThatThrownBy(() -> sort(sorted, List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("1 of 5000 records came to a sink behind one that they belong before");
    }

    @Test
    void refusesARangeThatTwoSinksShared() throws Exception {
        assertThat(sort(sorted.subList(1, RECORDS), sorted.subList(0, 1)))
                .isNotEqualTo(Oracle.expected(Workload.B2, RECORDS));
    }

    @Test
    void refusesABidThatCameTwiceInThePlaceOfAnother() throws Exception {
        sorted.set(1, sorted.get(0));

        assertThat(sort(sorted, List.of())).isNotEqualTo(Oracle.expected(Workload.B2, RECORDS));
    }

    @Test
    void refusesACountThatWasTakenFromAnotherWord() throws Exception {
        assertThat(count(new WordCount("a", 2), new WordCount("b", 3)))
                .isNotEqualTo(count(new WordCount("a", 3), new WordCount("b", 2)));
    }

    private static Sunk sort(List<Bid> first, List<Bid> second) throws Exception {
        return Meter.measure(() -> {
                    Meter.current().sourceStarted();
                    for (List<Bid> subtask : List.of(first, second)) {
                        SortedSink sink = new SortedSink();
                        subtask.forEach(sink::accept);
                        sink.end();
                    }
                })
                .sunk();
    }

    private static Sunk count(WordCount... words) throws Exception {
        return Meter.measure(() -> {
                    Meter.current().sourceStarted();
                    WordsSink sink = new WordsSink();
                    List.of(words).forEach(sink::accept);
                    sink.end();
                })
                .sunk();
    }
}
