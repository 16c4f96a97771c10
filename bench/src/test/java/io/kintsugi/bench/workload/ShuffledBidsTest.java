package io.kintsugi.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ShuffledBidsTest {
    /** Figures of different days can be compared only while the times stay the same: do not adjust these. */
    @Test
    void givesTheSameTimesForEver() {
        assertThat(ShuffledBids.BIDS.record(0).timestampMs).isEqualTo(169_740_556_888L);
        assertThat(ShuffledBids.BIDS.record(999_999_999).timestampMs).isEqualTo(802_779_647_645L);
    }

    @Test
    void spreadsBidsEvenlyOverRangesThatAreInOrder() {
        int[] bids = new int[ShuffledBids.RANGES];
        Bid before = ShuffledBids.BIDS.record(0);

        for (long i = 0; i < 1_000L * ShuffledBids.RANGES; i++) {
            Bid bid = ShuffledBids.BIDS.record(i);
            bids[ShuffledBids.range(bid)]++;
            assertThat(Integer.signum(ShuffledBids.range(bid) - ShuffledBids.range(before)))
                    .isIn(0, Long.signum(bid.timestampMs - before.timestampMs));
            before = bid;
        }

        assertThat(Arrays.stream(bids)).allMatch(count -> count > 800 && count < 1_200);
    }
}
