package io.kintsugi.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueStateSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KeyedStateTest {
    private static final ValueStateSpec<Integer> COUNT = ValueStateSpec.of("count", Integer.class);
    private static final int GROUPS = 16;

    private final KeyedState state = state(GroupRange.of(0, 1, GROUPS));

    @Test
    void behavesLikeAMapUnderRandomWritesAndRemovals() {
        SplittableRandom random = new SplittableRandom(7);
        Map<Object, Integer> oracle = new HashMap<>();

        for (int i = 0; i < 200_000; i++) {
            Object key = new Colliding(random.nextInt(2_000));
            state.key(key);
            assertThat(state.value(COUNT).get()).isEqualTo(oracle.get(key));
            if (random.nextInt(3) == 0) {
                state.value(COUNT).clear();
                oracle.remove(key);
                assertThat(state.value(COUNT).get()).isNull();
            } else {
                state.value(COUNT).set(i);
                oracle.put(key, i);
                assertThat(state.value(COUNT).get()).isEqualTo(i);
            }
        }
    }

    @Test
    void refusesAKeyOfAnotherSubtask() {
        KeyedState first = state(GroupRange.of(0, 2, GROUPS));

        first.key("a");
        assertThat(first.value(COUNT).get()).isNull();
        assertThatThrownBy(() -> first.timers(Timer.Kind.EVENT_TIME).add("a", 1))
                .hasMessageContaining("key group 9");
        assertThatThrownBy(() -> first.value(COUNT).set(1))
                .hasMessageContaining("key 'a' is in key group 9, but this subtask owns groups 0 to 7");
    }

    @Test
    void refusesStateThatTheStepDidNotDeclare() {
        assertThatThrownBy(() -> state.value(ValueStateSpec.of("count", Long.class)))
                .hasMessage("step 'step': state 'count', a value of java.lang.Long, is not declared;"
                        + " states() declares ['count', a value of java.lang.Integer]");
    }

    @Test
    void saysThatThereIsNoKeyOutsideARecord() {
        assertThatThrownBy(() -> state.value(COUNT).get()).hasMessageContaining("there is no key");
    }

    private static KeyedState state(GroupRange range) {
        return new KeyedState("step", range, new KeyedState.Shape(List.of(COUNT), List.of(), List.of(), null), () -> 0);
    }

    /** Many keys share a hash code. */
    private record Colliding(int number) {
        @Override
        public int hashCode() {
            return number / 7;
        }
    }
}
