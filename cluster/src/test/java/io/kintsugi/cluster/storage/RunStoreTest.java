package io.kintsugi.cluster.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RunStoreTest {
    private static final NodeId LEADER = new NodeId("a", "1");

    @TempDir
    private Path directory;

    @Test
    void countsTheRunsOfEachNameWhoeverLeads() {
        FileStore files = new FileStore(directory, "a1");
        assertThat(new RunStore(files).next("clicks", LEADER)).isEqualTo(new JobId("clicks", 1));
        assertThat(new RunStore(files).next("clicks", LEADER)).isEqualTo(new JobId("clicks", 2));
        assertThat(new RunStore(files).next("quakes", LEADER)).isEqualTo(new JobId("quakes", 1));

        RunStore ofTheNextLeader = new RunStore(new FileStore(directory, "b1"));

        assertThat(ofTheNextLeader.next("clicks", new NodeId("b", "1"))).isEqualTo(new JobId("clicks", 3));
        assertThat(files.list("jobs/clicks")).containsExactly("run-3");
    }
}
