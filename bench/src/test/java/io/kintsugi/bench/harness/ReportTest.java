package io.kintsugi.bench.harness;

import static io.kintsugi.bench.harness.Rounds.LOUD;
import static io.kintsugi.bench.harness.Rounds.QUIET;
import static io.kintsugi.bench.harness.Rounds.round;
import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.bench.workload.Workload;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ReportTest {
    private final Table table = new Table(
            Workload.W2,
            "17.0.15+6",
            List.of(
                    new Score("jet", List.of(round(50, 10, QUIET), round(52, 10, QUIET), round(20, 10, LOUD))),
                    new Score("kintsugi", List.of(round(100, 10, QUIET), round(104, 10, QUIET)))));

    @Test
    void printsATableWithARatioToEachPeerAndTheTargets() {
        assertThat(report(17, table).text()).isEqualTo("""
                        2 rounds alternating, after 15 s of warm-up, one JVM a contender: -Xmx4g
                        2 x Toaster

                        ## W2 on Java 17.0.15+6
                        keyed: source -> keyBy auction -> running count and sum -> sink, 10,000 keys

                        | contender | M/s, median |   min |   max | rounds, clean | / jet | / kintsugi |
                        |-----------|------------:|------:|------:|--------------:|------:|-----------:|
                        | jet       |        5.10 |  5.00 |  5.20 |          3, 2 |  1.00 |       0.50 |
                        | kintsugi  |       10.20 | 10.00 | 10.40 |          2, 2 |  2.00 |       1.00 |

                        target: kintsugi / jet at least 1.8: 2.00, met
                        """);
    }

    @Test
    void saysThatAllRoundsWereNoisy() {
        Table noisy = new Table(Workload.W1, "17", List.of(new Score("jet", List.of(round(50, 10, LOUD)))));

        assertThat(report(17, noisy).text()).contains("No clean round");
    }

    @Test
    void asksForLessOverJetOnNewerJava() {
        JsonObject w2 = new JsonObject(report(25, table).json())
                .getJsonArray("workloads")
                .getJsonObject(0);

        assertThat(w2.getJsonArray("targets").getJsonObject(0))
                .isEqualTo(new JsonObject()
                        .put("peer", "jet")
                        .put("atLeast", 1.3)
                        .put("reached", 2.0)
                        .put("met", true));
    }

    @Test
    void givesProgramsEveryRound() {
        JsonObject jet = new JsonObject(report(17, table).json())
                .getJsonArray("workloads")
                .getJsonObject(0)
                .getJsonArray("contenders")
                .getJsonObject(0);

        assertThat(jet.getDouble("medianMillionsPerS")).isEqualTo(5.1);
        assertThat(jet.getJsonObject("ratioTo").getDouble("kintsugi")).isEqualTo(0.5);
        assertThat(jet.getJsonArray("rounds").getJsonObject(2).getBoolean("noisy"))
                .isTrue();
    }

    private static Report report(int java, Table table) {
        Plan plan = new Plan(ContenderSpec.ALL, 2, 15, 5, OptionalLong.empty());
        return new Report("2 x Toaster", new JavaHome(Path.of(""), java), List.of("-Xmx4g"), plan, List.of(table));
    }
}
