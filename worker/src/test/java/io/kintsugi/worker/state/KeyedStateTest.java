package io.kintsugi.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.graph.KeyGroups;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class KeyedStateTest {
    private static final ValueStateSpec<Integer> COUNT = ValueStateSpec.of("count", Integer.class);
    private static final int GROUPS = 16;

    private final KeyedState state =
            new KeyedState("step", GroupRange.of(0, 1, GROUPS), List.of(COUNT), List.of("windows"));

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
        assertThat(visited()).hasSize(oracle.size());
    }

    @Test
    void showsEverythingUnderTheGroupOfItsKey() {
        TreeSet<String> expected = new TreeSet<>();
        for (int i = 0; i < 200; i++) {
            String key = "k" + i;
            int group = KeyGroups.groupOf(key, GROUPS);
            state.key(key);
            state.value(COUNT).set(i);
            expected.add("%d value count %s=%d".formatted(group, key, i));
            state.panes("windows").findOrAdd().insert(new Pane(i, i + 1, "contents"));
            expected.add("%d pane windows %s[%d,%d)".formatted(group, key, i, i + 1));
            for (Timer.Kind kind : Timer.Kind.values()) {
                state.timers(kind).add(key, i);
                expected.add("%d timer %s %s@%d".formatted(group, kind, key, i));
            }
        }

        assertThat(visited()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void showsTimersInTheOrderInWhichTheyComeDue() {
        state.key("a");
        for (long time : List.of(5L, 3L, 9L, 4L)) {
            state.timers(Timer.Kind.EVENT_TIME).add("a", time);
        }
        state.timers(Timer.Kind.EVENT_TIME).remove("a", 4);

        assertThat(visited())
                .extracting(line -> line.substring(line.indexOf('@')))
                .containsExactly("@3", "@5", "@9");
    }

    @Test
    void refusesAKeyOfAnotherSubtask() {
        KeyedState first = new KeyedState("step", GroupRange.of(0, 2, GROUPS), List.of(COUNT), List.of());

        assertThatThrownBy(() -> first.key("a"))
                .hasMessageContaining("key 'a' is in key group 9, but this subtask owns groups 0 to 7");
    }

    @Test
    void refusesStateThatTheStepDidNotDeclare() {
        assertThatThrownBy(() -> state.value(ValueStateSpec.of("count", Long.class)))
                .hasMessageContaining("step 'step': state 'count' of java.lang.Long is not declared");
    }

    @Test
    void saysThatThereIsNoKeyOutsideARecord() {
        assertThatThrownBy(() -> state.value(COUNT).get()).hasMessageContaining("there is no key");
    }

    private List<String> visited() {
        List<String> visited = new ArrayList<>();
        for (int i = 0; i < GROUPS; i++) {
            int group = i;
            state.visit(group, new StateVisitor() {
                @Override
                public void value(String name, Object key, Object value) {
                    visited.add("%d value %s %s=%s".formatted(group, name, key, value));
                }

                @Override
                public void pane(String table, Object key, Pane pane) {
                    visited.add("%d pane %s %s[%d,%d)".formatted(group, table, key, pane.start(), pane.end()));
                }

                @Override
                public void timer(Timer.Kind kind, Object key, long timestamp) {
                    visited.add("%d timer %s %s@%d".formatted(group, kind, key, timestamp));
                }
            });
        }
        return visited;
    }

    /** Many keys share a hash code. */
    private record Colliding(int number) {
        @Override
        public int hashCode() {
            return number / 7;
        }
    }
}
