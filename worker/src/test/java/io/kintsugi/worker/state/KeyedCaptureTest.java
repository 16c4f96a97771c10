package io.kintsugi.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.Timer;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.graph.KeyGroups;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeyedCaptureTest {
    private static final int GROUPS = Stored.GROUPS;
    private static final ValueStateSpec<double[]> WEIGHTS = ValueStateSpec.of("weights", double[].class);
    private static final ValueStateSpec<Visit> VISITS = ValueStateSpec.of("visits", Visit.class);

    record Visit(int count, String page) {}

    record LongVisit(long count, String page) {}

    private final KeyedState state = state(new SubtaskShare(0, 1, GROUPS), VISITS, WEIGHTS);

    @Test
    void givesBackValuesWindowsAndTimers() throws IOException {
        fill(state, 0, 1_000);

        KeyedState restored = state(new SubtaskShare(0, 1, GROUPS), VISITS, WEIGHTS);
        restore(restored, 0, 1, written(state, 0, 1));
        assertThat(keysIn(restored))
                .containsExactlyElementsOf(IntStream.range(0, 1_000).boxed().toList());
        assertThat(fired(restored)).isEqualTo(fired(state));
    }

    @Test
    void givesEachSubtaskItsKeyGroupsWhenTheParallelismChanges() throws IOException {
        byte[][] old = new byte[3][];
        for (int i = 0; i < 3; i++) {
            int subtask = i;
            KeyedState part = state(new SubtaskShare(i, 3, GROUPS), VISITS, WEIGHTS);
            IntStream.range(0, 500)
                    .filter(key -> subtaskOf(key, 3) == subtask)
                    .forEach(key -> fill(part, key, key + 1));
            old[i] = written(part, i, 3);
        }

        List<Integer> all = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            KeyedState part = state(new SubtaskShare(i, 2, GROUPS), VISITS, WEIGHTS);
            restore(part, i, 2, old);
            int subtask = i;
            List<Integer> keys = keysIn(part);
            assertThat(keys).allMatch(key -> subtaskOf(key, 2) == subtask);
            all.addAll(keys);
        }
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 500).boxed().toList());
    }

    @Test
    void storesStateAsItWasAlthoughTheTaskChangesItInPlaceMeanwhile() throws IOException {
        fill(state, 0, 5_000);
        byte[] before = written(state, 0, 1);

        for (int round = 0; round < 5; round++) {
            TaskCapture capture = Stored.capture(state, Stored.ALONE);
            CompletableFuture<byte[]> writing = CompletableFuture.supplyAsync(() -> Stored.written(capture));
            for (int key = 0; key < 5_000; key += 1 + round) {
                spoil(key);
            }
            byte[] stored = writing.join();
            assertThat(sums(stored)).isEqualTo(round == 0 ? sums(before) : sumsAfter(round));
        }
    }

    /** Each round adds 1 to a value in place for each (round + 1)th key, and so to the sum of its array. */
    private static Map<Integer, Double> sumsAfter(int rounds) {
        Map<Integer, Double> sums = new TreeMap<>();
        for (int key = 0; key < 5_000; key++) {
            double sum = 3 * key;
            for (int round = 0; round < rounds; round++) {
                sum += key % (1 + round) == 0 ? 1 : 0;
            }
            sums.put(key, sum);
        }
        return sums;
    }

    private void spoil(int key) {
        state.key(key);
        ValueState<double[]> weights = state.value(WEIGHTS);
        double[] values = weights.get();
        values[key % 3]++;
        weights.set(values);
        Pane pane = state.panes("windows").find().get(0);
        pane.add(pane.contents() + "x");
        state.noKey();
    }

    private static Map<Integer, Double> sums(byte[] version) {
        KeyedState restored = state(new SubtaskShare(0, 1, GROUPS), VISITS, WEIGHTS);
        restore(restored, 0, 1, version);
        Map<Integer, Double> sums = new TreeMap<>();
        for (int key = 0; key < 5_000; key++) {
            restored.key(key);
            sums.put(key, Arrays.stream(restored.value(WEIGHTS).get()).sum());
        }
        return sums;
    }

    @Test
    void storesLargeValuesThatAreChangedBeforeTheyWereRead() throws IOException {
        state.key(1);
        state.value(WEIGHTS).set(new double[100_000]);
        state.key(2);
        state.value(WEIGHTS).set(new double[] {2});

        TaskCapture capture = Stored.capture(state, Stored.ALONE);
        for (int key = 1; key <= 2; key++) {
            state.key(key);
            state.value(WEIGHTS).get()[0] = 7;
        }
        KeyedState restored = state(Stored.ALONE, VISITS, WEIGHTS);
        restore(restored, 0, 1, Stored.written(capture));

        restored.key(1);
        assertThat(restored.value(WEIGHTS).get()).isEqualTo(new double[100_000]);
        restored.key(2);
        assertThat(restored.value(WEIGHTS).get()).containsExactly(2);
    }

    @Test
    void refusesToStoreAValueThatWasTakenOutForAnEarlierRecord() {
        fill(state, 0, 1);
        state.key(0);
        double[] kept = state.value(WEIGHTS).get();

        state.key(0);
        kept[0]++;
        assertThatThrownBy(() -> state.value(WEIGHTS).set(kept))
                .hasMessageContaining("state 'weights': the value was taken out for an earlier record");
        state.value(WEIGHTS).get();
        state.value(WEIGHTS).set(kept);
        state.value(VISITS).set(state.value(VISITS).get());
    }

    @Test
    void failsTheWriterOfACaptureThatIsClosedMeanwhile() {
        fill(state, 0, 10);
        TaskCapture capture = Stored.capture(state, Stored.ALONE);
        capture.close();
        capture.close();

        assertThatThrownBy(() -> capture.writeTo(new ByteArrayOutputStream()))
                .hasMessageContaining("closed while it was written");
    }

    @Test
    void takesFieldsThatWereWidenedAndNamesStateThatIsGone() throws IOException {
        fill(state, 0, 10);
        ValueStateSpec<LongVisit> widened = ValueStateSpec.of("visits", LongVisit.class);
        KeyedState restored = state(new SubtaskShare(0, 1, GROUPS), widened);

        TaskRestore restore = Stored.open(Stored.ALONE, written(state, 0, 1));
        restore.keyed("step", restored);
        restored.key(7);
        assertThat(restored.value(widened).get()).isEqualTo(new LongVisit(7, "page"));
        assertThat(restore.unused()).containsExactly("step 'step': state 'weights'");
    }

    @Test
    void namesStepStateAndFieldThatDoNotFit() throws IOException {
        fill(state, 0, 10);
        KeyedState restored = state(new SubtaskShare(0, 1, GROUPS), ValueStateSpec.of("weights", float[].class));

        assertThatThrownBy(() -> restore(restored, 0, 1, written(state, 0, 1)))
                .isInstanceOf(StateMismatchException.class)
                .hasMessage(
                        "step 'step': state 'weights' does not fit its class: value.[]: expected float, found double");
    }

    @Test
    void doesNotCaptureStateOfAJobWithoutCheckpoints() {
        KeyedState unstored = new KeyedState(
                "step",
                GroupRange.of(0, 1, GROUPS),
                new KeyedState.Shape(List.of(VISITS), List.of(), List.of(), null),
                () -> 0);

        assertThatThrownBy(() -> Stored.capture(unstored, Stored.ALONE))
                .hasMessageContaining("job without checkpoints");
    }

    private static int subtaskOf(int key, int parallelism) {
        return KeyGroups.subtaskOf(KeyGroups.groupOf(key, GROUPS), parallelism, GROUPS);
    }

    private static KeyedState state(SubtaskShare share, StateSpec... specs) {
        return Stored.state(() -> 0, share, specs);
    }

    private static void fill(KeyedState state, int from, int to) {
        for (int key = from; key < to; key++) {
            state.key(key);
            state.value(VISITS).set(new Visit(key, "page"));
            state.value(WEIGHTS).set(new double[] {key, key, key});
            state.panes("windows").findOrAdd().insert(new Pane(key, key + 10, "contents of " + key));
            state.panes("windows").find().insert(new Pane(key - 20, key - 10, "older"));
            state.timers(Timer.Kind.EVENT_TIME).add(key, key % 10);
            state.timers(Timer.Kind.PROCESSING_TIME).add(key, key);
        }
        state.noKey();
    }

    /** Checks what {@link #fill} did. */
    private static List<Integer> keysIn(KeyedState state) {
        List<Integer> keys = new ArrayList<>();
        for (int key = 0; key < 1_000; key++) {
            state.key(key);
            Visit visit = state.value(VISITS).get();
            if (visit != null) {
                keys.add(key);
                assertThat(visit).isEqualTo(new Visit(key, "page"));
                assertThat(state.value(WEIGHTS).get()).containsExactly(key, key, key);
                KeyPanes panes = state.panes("windows").find();
                assertThat(panes.size()).isEqualTo(2);
                assertThat(panes.get(0).contents()).isEqualTo("older");
                assertThat(panes.get(1))
                        .usingRecursiveComparison()
                        .isEqualTo(new Pane(key, key + 10, "contents of " + key));
            }
        }
        return keys;
    }

    private static List<String> fired(KeyedState state) {
        List<String> fired = new ArrayList<>();
        for (Timer.Kind kind : Timer.Kind.values()) {
            TimerQueue timers = state.timers(kind);
            for (TimerQueue.Entry due = timers.pollDue(500); due != null; due = timers.pollDue(500)) {
                fired.add(kind + " " + due.key() + "@" + due.timestamp());
            }
        }
        return fired;
    }

    private static byte[] written(KeyedState state, int subtask, int parallelism) {
        return Stored.written(Stored.capture(state, new SubtaskShare(subtask, parallelism, GROUPS)));
    }

    private static void restore(KeyedState into, int subtask, int parallelism, byte[]... versions) {
        Stored.open(new SubtaskShare(subtask, parallelism, GROUPS), versions).keyed("step", into);
    }
}
