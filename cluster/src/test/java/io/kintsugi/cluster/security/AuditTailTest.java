package io.kintsugi.cluster.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditTailTest {
    private static final long SECOND = 1_800_000_000_000L;

    @TempDir
    Path folder;

    private void write(String node, AuditEntry... entries) throws IOException {
        String lines = Stream.of(entries)
                .map(entry -> entry.toJson(node).encode() + "\n")
                .collect(Collectors.joining());
        Files.writeString(folder.resolve(node + AuditTail.SUFFIX), lines);
    }

    private static AuditEntry at(long atMs, String id) {
        return new AuditEntry(atMs, "ann", "stopJob", new JsonObject(), 200, "", id);
    }

    private List<String> newest(int entriesMax) throws IOException {
        return AuditTail.newest(folder, entriesMax).stream()
                .map(entry -> entry.getString("requestId"))
                .toList();
    }

    @Test
    void putsTheFilesOfAllNodesIntoTheOrderOfTime() throws IOException {
        write("a", at(SECOND, "1"), at(SECOND + 2, "3"), at(SECOND + 1_000, "5"));
        write("b", at(SECOND + 1, "2"), at(SECOND + 999, "4"));

        assertThat(newest(10)).containsExactly("5", "4", "3", "2", "1");
        assertThat(newest(2)).containsExactly("5", "4");
    }

    @Test
    void keepsTheOrderOfTheFileWithinAMillisecond() throws IOException {
        write("a", at(SECOND, "1"), at(SECOND, "2"), at(SECOND, "3"));

        assertThat(newest(10)).containsExactly("3", "2", "1");
    }

    @Test
    void leavesOutALineThatACrashCutOff() throws IOException {
        write("a", at(SECOND, "1"));
        Files.writeString(folder.resolve("b" + AuditTail.SUFFIX), "{\"at\": \"2027-01");

        assertThat(newest(10)).containsExactly("1");
    }

    @Test
    void isEmptyWithoutAFolder() throws IOException {
        assertThat(AuditTail.newest(folder.resolve("none"), 10)).isEmpty();
    }
}
