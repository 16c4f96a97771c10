package io.kintsugi.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.function.BroadcastState;
import io.kintsugi.core.function.BroadcastStateSpec;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BroadcastTablesTest {
    private static final BroadcastStateSpec<String, Integer> LIMITS =
            BroadcastStateSpec.of("limits", String.class, Integer.class);

    private final BroadcastTables tables = new BroadcastTables("step", List.of(LIMITS));
    private final BroadcastState<String, Integer> limits = tables.table(LIMITS);

    @Test
    void showsEntriesInTheOrderInWhichTheyWereFirstSet() {
        List<String> visited = new ArrayList<>();
        tables.writable(true);
        limits.put("b", 1);
        limits.put("a", 2);
        limits.put("c", 3);
        limits.put("b", 4);
        limits.remove("c");

        tables.visit((state, key, value) -> visited.add(state + " " + key + "=" + value));

        assertThat(visited).containsExactly("limits b=4", "limits a=2");
    }

    @Test
    void onlyBroadcastRecordsChangeIt() {
        assertThatThrownBy(() -> limits.put("a", 1))
                .hasMessageContaining("step 'step': broadcast state 'limits' was changed outside of processBroadcast");
    }
}
