package io.kintsugi.worker.verticle;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.snapshot.SnapshotStore.Stored;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LocalCopiesTest {
    private static final int CHUNK = 64 * 1024;
    private static final JobId JOB = new JobId("clicks", 1);

    private final LocalCopies copies = new LocalCopies(4L * CHUNK);

    @Test
    void givesBackWhatWentToTheStore() throws IOException {
        byte[] content = content(2 * CHUNK + 17);

        StateVersion kept = keep(version(0, 1, content.length), content);

        assertThat(copies.find(kept).orElseThrow().readAllBytes()).isEqualTo(content);
    }

    @Test
    void knowsTheNewestVersionOfATaskOnlyAndNoneThatIsNotTheVerySame() throws IOException {
        StateVersion first = keep(version(0, 1, 3), content(3));
        StateVersion second = keep(version(0, 2, 3), content(3));

        assertThat(copies.find(first)).isEmpty();
        assertThat(copies.find(second)).isPresent();
        assertThat(copies.find(version(0, 2, 4))).as("another length").isEmpty();
        assertThat(copies.find(version(1, 2, 3))).as("another task").isEmpty();
    }

    @Test
    void theOldestGivesWayAndWhatIsTooLargeIsNotKept() throws IOException {
        StateVersion first = keep(version(0, 1, 2 * CHUNK), content(2 * CHUNK));
        StateVersion second = keep(version(1, 1, 2 * CHUNK), content(2 * CHUNK));
        StateVersion third = keep(version(2, 1, 1), content(1));

        assertThat(copies.find(first)).isEmpty();
        assertThat(copies.find(second)).isPresent();
        assertThat(copies.find(third)).isPresent();

        StateVersion large = keep(version(3, 1, 4 * CHUNK + 1), content(4 * CHUNK + 1));
        assertThat(copies.find(large)).isEmpty();
        StateVersion whole = keep(version(4, 1, 4 * CHUNK), content(4 * CHUNK));
        assertThat(copies.find(whole)).as("no room was lost").isPresent();
    }

    @Test
    void whatWasNotStoredLeavesItsRoom() throws IOException {
        for (int i = 0; i < 10; i++) {
            LocalCopies.Copying dropped = copies.copying(new ByteArrayOutputStream());
            dropped.write(content(3 * CHUNK));
            dropped.discard();
        }

        StateVersion whole = keep(version(0, 1, 4 * CHUNK), content(4 * CHUNK));
        assertThat(copies.find(whole)).isPresent();
        copies.release(JOB);
        assertThat(copies.find(whole)).isEmpty();
    }

    private StateVersion keep(StateVersion version, byte[] content) throws IOException {
        ByteArrayOutputStream store = new ByteArrayOutputStream();
        LocalCopies.Copying way = copies.copying(store);
        way.write(content[0]);
        way.write(content, 1, content.length - 1);
        assertThat(store.toByteArray()).isEqualTo(content);
        way.keep(version.id(), new Stored(version.bytes(), version.checksum()));
        way.discard();
        return version;
    }

    private static StateVersion version(int subtask, long number, long bytes) {
        AttemptId attempt = AttemptId.first(new TaskId("count", subtask));
        return new StateVersion(new VersionId(JOB, attempt, number), 7, false, bytes, 99, List.of(), List.of());
    }

    private static byte[] content(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return content;
    }
}
