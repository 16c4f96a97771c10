package io.kintsugi.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class BidGeneratorTest {
    private final BidGenerator generator = new BidGenerator(42);

    /** Figures of different days can be compared only while the stream stays the same: do not adjust these. */
    @Test
    void makesTheSameStreamForEver() {
        assertThat(describe(generator.record(0)))
                .isEqualTo("8451 29309 9483 channel-1004 https://www.nexmark.com/40kcbav1y/item.htm?q=2 0");
        assertThat(describe(generator.record(1)))
                .isEqualTo("4953 62699 4268 channel-1014 https://www.nexmark.com/doht7a8e/item.htm?q=1 0");
        assertThat(describe(generator.record(999_999_999)))
                .isEqualTo("2280 52767 1302 channel-1007 https://www.nexmark.com/44cr6w6bk/item.htm?q=1 9999999");
    }

    @Test
    void spreadsBidsEvenlyOverAllKeys() {
        int[] bids = new int[BidGenerator.KEYS];

        for (long i = 0; i < 100L * BidGenerator.KEYS; i++) {
            bids[(int) generator.record(i).auction]++;
        }

        assertThat(Arrays.stream(bids)).allMatch(count -> count > 50 && count < 150);
    }

    private static String describe(Bid bid) {
        return String.join(
                " ",
                Long.toString(bid.auction),
                Long.toString(bid.bidder),
                Long.toString(bid.price),
                bid.channel,
                bid.url,
                Long.toString(bid.timestampMs));
    }
}
