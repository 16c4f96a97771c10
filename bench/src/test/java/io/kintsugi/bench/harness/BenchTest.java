package io.kintsugi.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.bench.workload.Workload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real processes. */
class BenchTest {
    @TempDir
    private Path home;

    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    @BeforeEach
    void givesChildrenTheClassPathOfThisTest() throws IOException {
        Files.createDirectories(home.resolve("target"));
        Files.writeString(home.resolve("target/bench.classpath"), System.getProperty("java.class.path"));
    }

    @Test
    void runsBothWorkloadsInAProcessOfTheirOwn() throws Exception {
        Report report = bench("plain", "64m").run(List.of(Workload.W1, Workload.W2));

        assertThat(report.tables()).extracting(Table::workload).containsExactly(Workload.W1, Workload.W2);
        assertThat(report.tables().get(1).scores().get(0).rounds()).hasSizeBetween(1, 2);
        assertThat(progress.toString(StandardCharsets.UTF_8)).contains("W1 plain warm: ", "W2 plain round 1: ");
    }

    @Test
    void refusesTheSpeedOfOneWhoLosesARecord() {
        assertThatThrownBy(() -> bench("loser", "64m").run(List.of(Workload.W2)))
                .isInstanceOf(ContenderFailed.class)
                .hasMessageContaining("loser: W2 of 10000 records: expected Sunk[count=10000")
                .hasMessageContaining("found Sunk[count=9999");
    }

    @Test
    void namesTheLogOfAProcessThatDied() {
        assertThatThrownBy(() -> bench("dier", "64m").run(List.of(Workload.W1)))
                .isInstanceOf(ContenderFailed.class)
                .hasMessageStartingWith("dier: asked to run W1 10000: the process ended; its log is ")
                .hasMessageContaining("dier-java");
    }

    @Test
    void saysWhoIsLeftOut() {
        assertThatThrownBy(() -> bench(
                                List.of(spec("plain"), new ContenderSpec("dier", "", List.of(), false, true)), "64m")
                        .run(List.of(Workload.B1)))
                .isInstanceOf(ContenderFailed.class)
                .hasMessageStartingWith("dier: ");

        assertThat(progress.toString(StandardCharsets.UTF_8)).contains("B1 plain: left out");
    }

    @Test
    void startsNothingThatDoesNotFitIntoMemory() {
        assertThatThrownBy(() -> bench("plain", "4000g").run(List.of(Workload.W1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("1 contenders with 4000g of heap each do not fit");
    }

    private Bench bench(String contender, String heap) throws IOException {
        return bench(List.of(spec(contender)), heap);
    }

    private Bench bench(List<ContenderSpec> contenders, String heap) throws IOException {
        Plan plan = new Plan(contenders, 1, 0.001, 0.01, OptionalLong.of(10_000));
        JavaHome java = JavaHome.at(Path.of(System.getProperty("java.home")));
        return new Bench(
                plan, new ChildSettings(home, java, heap, 60), new PrintStream(progress, true, StandardCharsets.UTF_8));
    }

    private static ContenderSpec spec(String contender) {
        return new ContenderSpec(contender, "", List.of(), false, false);
    }
}
