package io.kintsugi.worker.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.Watermark;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Records go to three consumers in turns, of which some are away. */
final class ReroutingTest {
    private final List<CreditLane> lanes = List.of(new CreditLane(100), new CreditLane(100), new CreditLane(100));
    private final Router router = new RoundRobinRouter(lanes, new Router.RouterSettings(2, 0));
    private int written;

    @Test
    void consumersThatAreThereGetWhatWasForOneThatIsAwayUntilItIsBack() {
        lanes.get(1).away = true;
        write(6);
        assertThat(lanes.get(1).received).isEmpty();
        assertThat(received()).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6);

        lanes.get(1).away = false;
        write(6);
        assertThat(lanes.get(1).received).hasSize(2);
        assertThat(received()).containsExactlyInAnyOrder(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    }

    @Test
    void whereAllAreAwayEachLaneKeepsItsOwn() {
        lanes.forEach(lane -> lane.away = true);
        write(6);

        assertThat(lanes).allSatisfy(lane -> assertThat(lane.received).hasSize(2));
    }

    private void write(int records) {
        Batch batch = new Batch(records);
        for (int i = 0; i < records; i++) {
            batch.add(++written, Batch.NO_TIMESTAMP);
        }
        assertThat(router.push(batch)).isTrue();
        assertThat(router.push(new Watermark(written)))
                .as("nothing waits behind it")
                .isTrue();
        lanes.forEach(lane -> lane.received.removeIf(Watermark.class::isInstance));
    }

    private List<Object> received() {
        List<Object> all = new ArrayList<>();
        lanes.forEach(lane -> all.addAll(lane.received));
        return all;
    }
}
