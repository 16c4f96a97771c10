package io.kintsugi.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.function.ValueStateSpec;
import io.kintsugi.core.snapshot.CorruptSnapshotException;
import io.kintsugi.worker.schema.Codecs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskCaptureTest {
    private static final SubtaskShare ALONE = new SubtaskShare(0, 1, 128);

    record Position(String file, long line) {}

    record Moved(String file, int line) {}

    @Test
    void givesBackTheValuesOfEachStepInAnyOrder() throws IOException {
        TaskCapture capture = new TaskCapture(ALONE, new Codecs());
        capture.values("read", "position", Position.class, List.of(new Position("a", 3)));
        capture.values("write", "prepared", String.class, List.of("p1", "p2"));
        capture.values("write", "nothing", String.class, List.of());

        TaskRestore restore = open(ALONE, written(capture));
        assertThat(restore.values("write", "prepared", String.class)).containsExactly("p1", "p2");
        assertThat(restore.values("read", "position", Position.class)).containsExactly(new Position("a", 3));
        assertThat(restore.values("write", "nothing", String.class)).isEmpty();
        assertThat(restore.values("write", "new", String.class)).isEmpty();
    }

    @Test
    void storesValuesAsTheyWereWhenCaptured() throws IOException {
        double[] weights = {1, 2};
        TaskCapture capture = new TaskCapture(ALONE, new Codecs());
        capture.values("train", "weights", double[].class, List.of(weights));
        weights[0] = 7;

        assertThat(open(ALONE, written(capture)).values("train", "weights", double[].class))
                .containsExactly(new double[] {1, 2});
    }

    @Test
    void dealsValuesOutInTurnsWhenTheParallelismChanges() throws IOException {
        byte[][] old = {written(texts(0, 2, "a", "b", "c")), written(texts(1, 2, "d"))};

        assertThat(values(0, 3, old)).containsExactly("a", "d");
        assertThat(values(1, 3, old)).containsExactly("b");
        assertThat(values(2, 3, old)).containsExactly("c");
        assertThat(values(0, 1, old)).containsExactly("a", "b", "c", "d");
        assertThat(values(1, 2, old)).containsExactly("d");
    }

    @Test
    void doesNotDealOutWhatItHasOnlyAPartOf() throws IOException {
        byte[] one = written(texts(0, 2, "a"));

        assertThatThrownBy(() -> values(0, 3, one))
                .hasMessage("step 'write': state 'prepared' is to be dealt out anew and needs the versions of all 2"
                        + " subtasks, found 1");
    }

    static final class Node {
        Node next;
    }

    record Even(int number) {
        Even {
            if (number % 2 != 0) {
                throw new IllegalArgumentException("number " + number + " is odd");
            }
        }
    }

    record Any(int number) {}

    @Test
    void namesTheStateThatCannotBeWritten() {
        Node node = new Node();
        node.next = node;
        KeyedState state = Stored.state(ValueStateSpec.of("node", Node.class));
        state.key(1);
        state.value(ValueStateSpec.of("node", Node.class)).set(node);

        assertThatThrownBy(() -> written(Stored.capture(state, ALONE)))
                .hasMessage(
                        "step 'step': state 'node' cannot be written: a value contains itself, or is nested too deep");
    }

    @Test
    void failsTheCaptureAndNotTheTaskWhereAChangedValueCannotBeWritten() {
        ValueStateSpec<Node> nodes = ValueStateSpec.of("node", Node.class);
        KeyedState state = Stored.state(nodes);
        state.key(1);
        Node node = new Node();
        node.next = node;
        state.value(nodes).set(node);
        TaskCapture capture = Stored.capture(state, ALONE);

        state.key(1);
        assertThat(state.value(nodes).get()).isSameAs(node);
        assertThatThrownBy(() -> written(capture))
                .hasMessage(
                        "step 'step': state 'node' cannot be written: a value contains itself, or is nested too deep");
    }

    @Test
    void namesTheStateThatItsClassDoesNotTake() throws IOException {
        TaskCapture capture = new TaskCapture(ALONE, new Codecs());
        capture.values("read", "position", Any.class, List.of(new Any(3)));
        byte[] bytes = written(capture);

        assertThatThrownBy(() -> open(ALONE, bytes).values("read", "position", Even.class))
                .isInstanceOf(StateMismatchException.class)
                .hasMessageStartingWith("step 'read': state 'position' cannot be read: ")
                .hasMessageEndingWith("number 3 is odd");
    }

    @Test
    void namesWhatNobodyAskedFor() throws IOException {
        TaskRestore restore = open(ALONE, written(texts(0, 1, "a")));
        assertThat(restore.unused()).containsExactly("step 'write': state 'prepared'");

        restore.values("write", "prepared", String.class);
        assertThat(restore.unused()).isEmpty();
    }

    @Test
    void saysWhatDoesNotFit() throws IOException {
        TaskCapture capture = new TaskCapture(ALONE, new Codecs());
        capture.values("read", "position", Position.class, List.of(new Position("a", 3)));
        byte[] bytes = written(capture);

        assertThatThrownBy(() -> open(ALONE, bytes).values("read", "position", Moved.class))
                .isInstanceOf(StateMismatchException.class)
                .hasMessage("step 'read': state 'position' does not fit its class: line: expected int, found long");
    }

    @Test
    void findsATornVersionWhereverItIsTorn() throws IOException {
        byte[] whole = written(texts(0, 1, "a", "b"));

        for (int length = 0; length < whole.length; length++) {
            byte[] torn = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> open(ALONE, torn).values("write", "prepared", String.class))
                    .isInstanceOf(CorruptSnapshotException.class);
        }
        assertThatThrownBy(() -> open(ALONE, new byte[100])).hasMessageContaining("does not begin with KSTV");
    }

    private static TaskCapture texts(int subtask, int parallelism, String... texts) {
        TaskCapture capture = new TaskCapture(new SubtaskShare(subtask, parallelism, 128), new Codecs());
        capture.values("write", "prepared", String.class, List.of(texts));
        return capture;
    }

    private static List<String> values(int subtask, int parallelism, byte[]... versions) {
        return open(new SubtaskShare(subtask, parallelism, 128), versions).values("write", "prepared", String.class);
    }

    private static byte[] written(TaskCapture capture) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        capture.writeTo(out);
        capture.close();
        return out.toByteArray();
    }

    private static TaskRestore open(SubtaskShare share, byte[]... versions) {
        return TaskRestore.open(
                share,
                new Codecs(),
                Arrays.stream(versions).map(ByteArrayInputStream::new).toList());
    }
}
