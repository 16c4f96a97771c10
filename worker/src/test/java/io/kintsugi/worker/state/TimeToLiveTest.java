package io.kintsugi.worker.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.MapStateSpec;
import io.kintsugi.core.function.ReducingStateSpec;
import io.kintsugi.core.function.TtlSpec;
import io.kintsugi.core.function.ValueStateSpec;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimeToLiveTest {
    private static final TtlSpec WRITTEN = TtlSpec.afterWrite(Duration.ofMillis(100));
    private static final ValueStateSpec<String> PLAIN = ValueStateSpec.of("plain", String.class);
    private static final ValueStateSpec<String> VALUE =
            ValueStateSpec.of("value", String.class).expires(WRITTEN);
    private static final ValueStateSpec<String> READ =
            ValueStateSpec.of("read", String.class).expires(TtlSpec.afterReadOrWrite(Duration.ofMillis(100)));
    private static final ListStateSpec<String> LIST =
            ListStateSpec.of("list", String.class).expires(WRITTEN);
    private static final MapStateSpec<String, Integer> MAP =
            MapStateSpec.of("map", String.class, Integer.class).expires(WRITTEN);
    private static final ReducingStateSpec<Integer> SUM =
            ReducingStateSpec.of("sum", Integer.class, Integer::sum).expires(WRITTEN);

    private long nowMs = 1_000_000;
    private final KeyedState state = newState();

    private KeyedState newState() {
        return Stored.state(() -> nowMs, Stored.ALONE, PLAIN, VALUE, READ, LIST, MAP, SUM);
    }

    @Test
    void neverGivesOutWhatHasExpired() throws Exception {
        state.key(1);
        state.value(PLAIN).set("p");
        state.value(VALUE).set("v");
        state.list(LIST).add("l");
        state.map(MAP).put("m", 1);
        state.reducing(SUM).add(1);

        after(99);
        assertThat(contents()).containsExactly("p", "v", "[l]", "1", "[m]", "1");
        after(1);
        assertThat(contents()).containsExactly("p", "null", "[]", "null", "[]", "null");
        assertThat(state.map(MAP).contains("m")).isFalse();
        assertThat(state.map(MAP).isEmpty()).isTrue();
    }

    private List<String> contents() {
        List<String> contents = new ArrayList<>();
        contents.add(state.value(PLAIN).get());
        contents.add("" + state.value(VALUE).get());
        contents.add("" + state.list(LIST).get());
        contents.add("" + state.map(MAP).get("m"));
        contents.add("" + state.map(MAP).keys());
        contents.add("" + state.reducing(SUM).get());
        return contents;
    }

    @Test
    void livesLongerWhenItIsWrittenAndWhereAskedForWhenItIsRead() throws Exception {
        state.key(1);
        state.value(VALUE).set("v");
        state.value(READ).set("r");
        state.list(LIST).add("a");
        state.reducing(SUM).add(1);
        for (int i = 0; i < 3; i++) {
            after(60);
            assertThat(state.value(READ).get()).isEqualTo("r");
            state.list(LIST).add("b");
            state.reducing(SUM).add(1);
        }

        assertThat(state.value(VALUE).get()).isNull();
        assertThat(state.list(LIST).get()).containsExactly("a", "b", "b", "b");
        assertThat(state.reducing(SUM).get()).isEqualTo(4);
    }

    @Test
    void entriesOfAMapExpireOneByOne() {
        state.key(1);
        state.map(MAP).put("old", 1);
        after(60);
        state.map(MAP).put("new", 2);
        after(60);

        assertThat(state.map(MAP).keys()).containsExactly("new");
        assertThat(state.map(MAP).get("old")).isNull();
        assertThat(state.map(MAP).get("new")).isEqualTo(2);
    }

    @Test
    void sweepsWhatNobodyAsksForAndNothingElse() throws IOException {
        for (int key = 0; key < 10_000; key++) {
            state.key(key);
            state.value(PLAIN).set("p");
            state.value(VALUE).set("v");
            state.map(MAP).put("m", 1);
        }
        after(100);
        state.key(3);
        state.value(VALUE).set("new");
        for (int i = 0; i < 200; i++) {
            state.sweep();
        }

        assertThat(Stored.entries(state, "value")).containsExactly("3=new");
        assertThat(Stored.entries(state, "map")).isEmpty();
        assertThat(Stored.entries(state, "plain")).hasSize(10_000);
    }

    @Test
    void aSweepLeavesCapturesAsTheyWere() {
        state.key(1);
        state.value(VALUE).set("v");
        TaskCapture capture = Stored.capture(state, Stored.ALONE);
        after(100);
        state.sweep();
        nowMs -= 100;

        KeyedState restored = Stored.restored(newState(), Stored.written(capture));
        restored.key(1);
        assertThat(restored.value(VALUE).get()).isEqualTo("v");
    }

    @Test
    void theTimeGoesOnOverARestart() {
        state.key(1);
        state.value(VALUE).set("v");
        state.map(MAP).put("m", 1);
        byte[] version = Stored.written(state);
        after(99);
        KeyedState early = Stored.restored(newState(), version);
        early.key(1);
        assertThat(early.value(VALUE).get()).isEqualTo("v");
        assertThat(early.map(MAP).get("m")).isEqualTo(1);
        after(1);
        KeyedState late = Stored.restored(newState(), version);
        late.key(1);
        assertThat(late.value(VALUE).get()).isNull();
        assertThat(late.map(MAP).get("m")).isNull();
    }

    @Test
    void stateThatDidNotExpireBeforeBeginsToLiveAtTheRestart() {
        state.key(1);
        state.value(PLAIN).set("p");
        after(1_000);

        ValueStateSpec<String> expiring = PLAIN.expires(WRITTEN);
        KeyedState restored = Stored.state(() -> nowMs, Stored.ALONE, expiring);
        Stored.restored(restored, Stored.written(state));
        restored.key(1);
        assertThat(restored.value(expiring).get()).isEqualTo("p");
        after(100);
        restored.key(1);
        assertThat(restored.value(expiring).get()).isNull();
    }

    private void after(long ms) {
        nowMs += ms;
        state.key(1);
    }
}
