package io.kintsugi.worker.state;

import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.type.RecordType;
import io.kintsugi.worker.schema.Codecs;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** States of a step named {@code step} with whole numbers as keys, and their way through a version. */
final class Stored {
    static final int GROUPS = 128;
    static final SubtaskShare ALONE = new SubtaskShare(0, 1, GROUPS);

    private Stored() {}

    static KeyedState state(StateSpec... specs) {
        return state(() -> 0, ALONE, specs);
    }

    /** Has a pane table {@code windows} with texts. */
    static KeyedState state(LongSupplier clock, SubtaskShare share, StateSpec... specs) {
        KeyedCodecs codecs =
                new KeyedCodecs(RecordType.of(Integer.class), Map.of("windows", RecordType.of(String.class)));
        List<KeyedState.Panes> panes = List.of(new KeyedState.Panes("windows", null));
        return new KeyedState(
                "step", share.groups(), new KeyedState.Shape(List.of(specs), List.of(), panes, codecs), clock);
    }

    static TaskCapture capture(KeyedState state, SubtaskShare share) {
        TaskCapture capture = new TaskCapture(share, new Codecs());
        capture.keyed("step", state);
        return capture;
    }

    /** Also closes the capture. */
    static byte[] written(TaskCapture capture) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (capture) {
            capture.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static byte[] written(KeyedState state) {
        return written(capture(state, ALONE));
    }

    static TaskRestore open(SubtaskShare share, byte[]... versions) {
        return TaskRestore.open(
                share,
                new Codecs(),
                Arrays.stream(versions).map(ByteArrayInputStream::new).toList());
    }

    /** All entries that there are of a state, {@code key=value}. */
    static List<String> entries(KeyedState state, String name) throws IOException {
        List<String> entries = new ArrayList<>();
        for (KeyedState.StoredPart stored : state.stored()) {
            if (stored.part().name().equals(name)) {
                stored.part().freeze().forEach((key, row) -> entries.add(key + "=" + row[1]));
            }
        }
        return entries;
    }

    static KeyedState restored(KeyedState into, byte[] version) {
        open(ALONE, version).keyed("step", into);
        return into;
    }
}
