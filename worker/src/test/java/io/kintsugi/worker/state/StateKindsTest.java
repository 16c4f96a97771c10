package io.kintsugi.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.function.AggregateFunction;
import io.kintsugi.core.function.AggregatingStateSpec;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.MapStateSpec;
import io.kintsugi.core.function.ReducingStateSpec;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.worker.schema.Codecs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StateKindsTest {
    private static final ListStateSpec<String> NAMES = ListStateSpec.of("names", String.class);
    private static final ListStateSpec<int[]> ARRAYS = ListStateSpec.of("arrays", int[].class);
    private static final MapStateSpec<String, long[]> COUNTS = MapStateSpec.of("counts", String.class, long[].class);
    private static final ReducingStateSpec<Long> SUM = ReducingStateSpec.of("sum", Long.class, Long::sum);
    private static final AggregatingStateSpec<Double, Mean, Double> MEAN =
            AggregatingStateSpec.of("mean", Mean.class, new Averaging());

    private final KeyedState state = Stored.state(NAMES, ARRAYS, COUNTS, SUM, MEAN);

    /** Changed in place. */
    static final class Mean {
        private long count;
        private double sum;
    }

    private static final class Averaging implements AggregateFunction<Double, Mean, Double> {
        @Override
        public Mean create() {
            return new Mean();
        }

        @Override
        public Mean add(Double value, Mean mean) {
            mean.count++;
            mean.sum += value;
            return mean;
        }

        @Override
        public Mean merge(Mean into, Mean other) {
            into.count += other.count;
            into.sum += other.sum;
            return into;
        }

        @Override
        public Double result(Mean mean) {
            return mean.sum / mean.count;
        }
    }

    /** What a key has to have, in each kind of state. */
    private record Expected(
            List<String> names, List<Integer> arrays, Map<String, Long> counts, long sum, double mean) {}

    private static final class Oracle {
        final List<String> names = new ArrayList<>();
        final List<Integer> arrays = new ArrayList<>();
        final Map<String, Long> counts = new HashMap<>();
        long sum;
        long added;

        Expected expected() {
            return new Expected(
                    List.copyOf(names),
                    List.copyOf(arrays),
                    Map.copyOf(counts),
                    sum,
                    added == 0 ? 0 : (double) sum / added);
        }
    }

    @Test
    void allKindsBehaveUnderRandomUseAndLeaveCapturesAsTheyWere() throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        Map<Integer, Oracle> oracles = new HashMap<>();
        for (int round = 0; round < 8; round++) {
            for (int i = 0; i < 3_000; i++) {
                int key = random.nextInt(50);
                change(key, oracles.computeIfAbsent(key, first -> new Oracle()), random);
            }
            Map<Integer, Expected> expected = expected(oracles);
            assertThat(found(state, oracles)).isEqualTo(expected);

            TaskCapture capture = Stored.capture(state, Stored.ALONE);
            for (int i = 0; i < 1_000; i++) {
                int key = random.nextInt(50);
                change(key, oracles.computeIfAbsent(key, first -> new Oracle()), random);
            }
            KeyedState restored = Stored.state(NAMES, ARRAYS, COUNTS, SUM, MEAN);
            assertThat(found(Stored.restored(restored, Stored.written(capture)), oracles))
                    .isEqualTo(expected);
        }
    }

    private void change(int key, Oracle oracle, SplittableRandom random) throws Exception {
        state.key(key);
        long number = random.nextInt(1_000);
        String name = "n" + number % 40;
        switch (random.nextInt(20)) {
            case 0 -> {
                state.list(NAMES).clear();
                oracle.names.clear();
            }
            case 1 -> {
                state.list(NAMES).set(List.of("a", "b"));
                oracle.names.clear();
                oracle.names.addAll(List.of("a", "b"));
            }
            case 2 -> {
                state.map(COUNTS).remove(name);
                oracle.counts.remove(name);
            }
            case 3 -> {
                state.map(COUNTS).clear();
                oracle.counts.clear();
            }
            case 4, 5, 6, 7 -> {
                state.list(NAMES).add(name);
                oracle.names.add(name);
            }
            case 8, 9 -> {
                state.list(ARRAYS).add(new int[] {(int) number});
                oracle.arrays.add((int) number);
            }
            case 10 -> {
                List<int[]> arrays = state.list(ARRAYS).get();
                arrays.forEach(array -> array[0]++);
                state.list(ARRAYS).set(arrays);
                oracle.arrays.replaceAll(each -> each + 1);
            }
            case 11, 12, 13, 14, 15 -> {
                long[] count = state.map(COUNTS).get(name);
                count = count == null ? new long[1] : count;
                count[0]++;
                state.map(COUNTS).put(name, count);
                oracle.counts.merge(name, 1L, Long::sum);
            }
            default -> {
                state.reducing(SUM).add(number);
                state.aggregating(MEAN).add((double) number);
                oracle.sum += number;
                oracle.added++;
            }
        }
    }

    private static Map<Integer, Expected> expected(Map<Integer, Oracle> oracles) {
        Map<Integer, Expected> expected = new HashMap<>();
        oracles.forEach((key, oracle) -> expected.put(key, oracle.expected()));
        return expected;
    }

    private static Map<Integer, Expected> found(KeyedState state, Map<Integer, Oracle> keys) {
        Map<Integer, Expected> found = new HashMap<>();
        for (int key : keys.keySet()) {
            state.key(key);
            Map<String, Long> counts = new HashMap<>();
            state.map(COUNTS)
                    .keys()
                    .forEach(name -> counts.put(name, state.map(COUNTS).get(name)[0]));
            assertThat(state.map(COUNTS).isEmpty()).isEqualTo(counts.isEmpty());
            Long sum = state.reducing(SUM).get();
            Double mean = state.aggregating(MEAN).get();
            found.put(
                    key,
                    new Expected(
                            List.copyOf(state.list(NAMES).get()),
                            state.list(ARRAYS).get().stream()
                                    .map(array -> array[0])
                                    .toList(),
                            counts,
                            sum == null ? 0 : sum,
                            mean == null ? 0 : mean));
        }
        return found;
    }

    @Test
    void aListIsNotChangedThroughWhatItGives() {
        state.key(1);
        state.list(NAMES).add("a");
        List<String> before = state.list(NAMES).get();
        state.list(NAMES).add("b");

        assertThat(before).containsExactly("a");
        assertThatThrownBy(() -> before.add("c")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aNewFunctionOfADeclaredStateIsTheSameState() {
        assertThat(state.reducing(ReducingStateSpec.of("sum", Long.class, Math::max)))
                .isNotNull();
        assertThatThrownBy(() -> state.value(ValueStateSpec.of("sum", Long.class)))
                .hasMessageContaining("state 'sum', a value of java.lang.Long, is not declared");
    }

    @Test
    void namesTheKindOfAStateThatHasChangedItsKind() {
        state.key(1);
        state.list(NAMES).add("a");

        assertThatThrownBy(() ->
                        Stored.restored(Stored.state(ValueStateSpec.of("names", String.class)), Stored.written(state)))
                .hasMessage("step 'step': state 'names': expected a value for each key, found a list for each key");
    }

    @Test
    void listsWithoutKeysAreDealtOutOrShared() {
        ListStateSpec<String> dealt = ListStateSpec.of("dealt", String.class);
        ListStateSpec<String> shared = ListStateSpec.shared("shared", String.class);
        byte[][] versions = new byte[2][];
        for (int subtask = 0; subtask < 2; subtask++) {
            OperatorState part = new OperatorState("step", List.of(dealt, shared), () -> true);
            part.list(dealt).set(List.of("d" + subtask, "e" + subtask));
            part.list(shared).add("s" + subtask);
            TaskCapture capture = new TaskCapture(new SubtaskShare(subtask, 2, Stored.GROUPS), new Codecs());
            capture.unkeyed(part);
            versions[subtask] = Stored.written(capture);
        }

        List<String> all = new ArrayList<>();
        for (int subtask = 0; subtask < 3; subtask++) {
            OperatorState part = new OperatorState("step", List.of(dealt, shared), () -> true);
            Stored.open(new SubtaskShare(subtask, 3, Stored.GROUPS), versions).unkeyed(part);
            assertThat(part.list(shared).get()).containsExactly("s0", "s1");
            all.addAll(part.list(dealt).get());
        }
        assertThat(all).containsExactlyInAnyOrder("d0", "e0", "d1", "e1");
    }
}
