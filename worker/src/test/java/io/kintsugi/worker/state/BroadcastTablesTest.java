package io.kintsugi.worker.state;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.function.BroadcastState;
import io.kintsugi.core.function.BroadcastStateSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class BroadcastTablesTest {
    private static final BroadcastStateSpec<String, Integer> LIMITS =
            BroadcastStateSpec.of("limits", String.class, Integer.class);

    private final BroadcastTables tables = new BroadcastTables(
            "step", List.of(LIMITS), new TableSetting(GroupRange.of(0, 1, 16), new CopyOnWrite(), null, () -> 0));
    private final BroadcastState<String, Integer> limits = tables.table(LIMITS);

    @Test
    void onlyBroadcastRecordsChangeIt() {
        assertThatThrownBy(() -> limits.put("a", 1))
                .hasMessageContaining("step 'step': broadcast state 'limits' was changed outside of processBroadcast");
    }
}
