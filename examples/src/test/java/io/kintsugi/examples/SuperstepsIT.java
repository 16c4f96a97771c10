package io.kintsugi.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kintsugi.examples.airports.PlainRanks;
import io.kintsugi.testkit.process.NodeProcesses;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An iteration on processes of their own: the leader is killed, then a worker, and it goes on where it was. */
final class SuperstepsIT {
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(60);
    private static final int SUPERSTEPS = 30;
    private static final int LEADER_KILLED = 4;
    private static final int MORE = 4;
    /** Sums come in another order. */
    private static final double ROUNDING = 1e-9;

    @TempDir
    private Path folder;

    @Test
    void goesOnBehindTheLastCompleteSuperstepWhoeverIsKilled() throws Exception {
        Path output = folder.resolve("output");
        try (NodeProcesses cluster = new NodeProcesses(KintsugiCommand.line(List.of()), folder)
                .with("KINTSUGI_CHECKPOINT_DIR", folder.resolve("snapshots").toString())
                .with("KINTSUGI_EXCHANGE_DIR", folder.resolve("exchange").toString())) {
            cluster.startLeaders("a", "b");
            cluster.startWorker("c");
            cluster.startWorker("d");
            cluster.awaitStarted();
            KintsugiApi api = new KintsugiApi(cluster.server());
            cluster.answer("submit", ANSWER_MAX, submission(output));

            int before = api.awaitSuperstep("ranks", LEADER_KILLED, LIMIT);
            cluster.kill("a");
            int resumed = api.awaitSuperstep("ranks", 1, LIMIT);
            api.awaitSuperstep("ranks", before + MORE, LIMIT);
            cluster.kill("d");
            JsonObject ended = api.awaitEnd("ranks", LIMIT);

            assertThat(ended.getString("state")).as(ended.encodePrettily()).isEqualTo("FINISHED");
            assertThat(resumed).as("superstep, before it was %d", before).isGreaterThan(1);
            assertThat(ended.getInteger("restarts")).isPositive();
            assertThat(ended.getJsonArray("iterations").getJsonObject(0).getInteger("superstep"))
                    .isEqualTo(SUPERSTEPS);
        }
        Map<String, Double> expected = PlainRanks.until(0, SUPERSTEPS).ranks();
        Map<String, Double> ranks = PlainRanks.read(WrittenLines.in(output, "out"));
        assertThat(ranks).hasSize(expected.size());
        ranks.forEach(
                (airport, rank) -> assertThat(rank).as(airport).isCloseTo(expected.get(airport), within(ROUNDING)));
    }

    private static String[] submission(Path output) {
        return new String[] {
            "submit",
            "io.kintsugi.examples.airports.RanksJob",
            "-p",
            "precision=0",
            "-p",
            "supersteps=" + SUPERSTEPS,
            "-p",
            "parallelism=2",
            "-p",
            "output=" + output
        };
    }
}
