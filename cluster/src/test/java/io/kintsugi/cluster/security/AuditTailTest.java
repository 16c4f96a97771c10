package io.kintsugi.cluster.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
        return ids(AuditTail.page(folder, AuditQuery.all(), "", entriesMax));
    }

    private static List<String> ids(AuditPage page) {
        return page.entries().stream()
                .map(entry -> entry.getString("requestId"))
                .toList();
    }

    /** Page by page to the end. */
    private List<String> all(AuditQuery query, int entriesMax) throws IOException {
        List<String> seen = new ArrayList<>();
        String cursor = "";
        do {
            AuditPage page = AuditTail.page(folder, query, cursor, entriesMax);
            seen.addAll(ids(page));
            cursor = page.next();
        } while (!cursor.isEmpty());
        return seen;
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
        assertThat(AuditTail.page(folder.resolve("none"), AuditQuery.all(), "", 10)
                        .entries())
                .isEmpty();
    }

    @Test
    void givesEachEntryOnceHoweverManyAreAskedForAtOnce() throws IOException {
        write("a", at(SECOND, "same"), at(SECOND, "same"), at(SECOND + 2, "3"));
        write("a.old", at(SECOND - 1, "0"));
        write("b", at(SECOND, "other"), at(SECOND + 1, "2"));

        for (int entriesMax = 1; entriesMax < 8; entriesMax++) {
            assertThat(all(AuditQuery.all(), entriesMax)).containsExactly("3", "2", "same", "same", "other", "0");
        }
    }

    @Test
    void goesOnBehindTheCursorWhenTheFileHasGivenWayToANewOne() throws IOException {
        write("a", at(SECOND, "1"), at(SECOND + 1, "2"), at(SECOND + 2, "3"));
        AuditPage first = AuditTail.page(folder, AuditQuery.all(), "", 2);
        Files.move(folder.resolve("a" + AuditTail.SUFFIX), folder.resolve("a.old" + AuditTail.SUFFIX));
        write("a", at(SECOND + 3, "4"));

        assertThat(ids(first)).containsExactly("3", "2");
        assertThat(ids(AuditTail.page(folder, AuditQuery.all(), first.next(), 2)))
                .containsExactly("1");
    }

    @Test
    void saysThatWhatACursorStandsForIsGone() throws IOException {
        write("a", at(SECOND, "1"), at(SECOND + 1, "2"));
        String cursor = AuditTail.page(folder, AuditQuery.all(), "", 1).next();
        write("a", at(SECOND, "1"));

        assertThatThrownBy(() -> AuditTail.page(folder, AuditQuery.all(), cursor, 1))
                .isInstanceOf(AuditPage.Gone.class)
                .hasMessageContaining(cursor);
    }

    @Test
    void readsFilesLongerThanWhatItReadsAtOnce() throws IOException {
        AuditEntry[] entries = IntStream.range(0, 2_000)
                .mapToObj(i -> at(SECOND + i, Integer.toString(i)))
                .toArray(AuditEntry[]::new);
        write("a", entries);
        List<String> backwards = IntStream.range(0, 2_000)
                .mapToObj(i -> Integer.toString(1_999 - i))
                .toList();

        assertThat(all(AuditQuery.all(), 300)).isEqualTo(backwards);
    }

    @Test
    void findsWhatWasMadeAndWhatWasRefused() throws IOException {
        write(
                "a",
                new AuditEntry(
                        SECOND, "ann", "submitJob", new JsonObject().put("made", "/api/v1/jobs/clicks"), 201, "", "1"),
                new AuditEntry(
                        SECOND + 1, "bob", "stopJob", new JsonObject().put("name", "clicks"), 403, "KIN-6002", "2"),
                new AuditEntry(SECOND + 2, "bob", "stopJob", new JsonObject().put("name", "click"), 200, "", "3"));
        Optional<String> any = Optional.empty();

        assertThat(all(new AuditQuery(any, any, Optional.of("clicks"), Optional.empty()), 1))
                .containsExactly("2", "1");
        assertThat(all(new AuditQuery(Optional.of("bob"), any, any, Optional.of(false)), 1))
                .containsExactly("3");
    }
}
