package io.kintsugi.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.function.ValueStateSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ValueTableTest {
    private static final ValueStateSpec<Integer> SPEC = ValueStateSpec.of("count", Integer.class);

    @Test
    void behavesLikeAMapUnderRandomWritesAndRemovals() {
        SplittableRandom random = new SplittableRandom(7);
        ValueTable<Integer> table = new ValueTable<>(SPEC);
        Map<Object, Integer> oracle = new HashMap<>();

        for (int i = 0; i < 200_000; i++) {
            Object key = new Colliding(random.nextInt(2_000));
            table.key(key);
            assertThat(table.get()).isEqualTo(oracle.get(key));
            if (random.nextInt(3) == 0) {
                table.clear();
                oracle.remove(key);
                assertThat(table.get()).isNull();
            } else {
                table.set(i);
                oracle.put(key, i);
                assertThat(table.get()).isEqualTo(i);
            }
            assertThat(table.size()).isEqualTo(oracle.size());
        }
    }

    @Test
    void refusesStateThatTheStepDidNotDeclare() {
        KeyedState state = new KeyedState("count", List.of(SPEC));

        assertThatThrownBy(() -> state.value(ValueStateSpec.of("count", Long.class)))
                .hasMessageContaining("step 'count': state 'count' of java.lang.Long is not declared");
    }

    @Test
    void saysThatThereIsNoKeyOutsideARecord() {
        assertThatThrownBy(() -> new ValueTable<>(SPEC).get()).hasMessageContaining("there is no key");
    }

    /** Many keys share a hash code. */
    private record Colliding(int number) {
        @Override
        public int hashCode() {
            return number / 7;
        }
    }
}
