package io.kintsugi.worker.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ChannelSimulationTest {
    private static final int SEEDS = Integer.getInteger("kintsugi.seeds", 100);
    private static final int ACTS = 1000;
    private static final long MS = 1_000_000;

    enum Weather {
        FINE(LossyNetwork.Faults.NONE),
        LOSS(new LossyNetwork.Faults(0.05, 0, MS, MS, true)),
        DUPLICATION(new LossyNetwork.Faults(0, 0.1, MS, 3 * MS, true)),
        REORDER(new LossyNetwork.Faults(0, 0, MS, 40 * MS, false)),
        STORM(new LossyNetwork.Faults(0.1, 0.1, 0, 700 * MS, false));

        private final LossyNetwork.Faults faults;

        Weather(LossyNetwork.Faults faults) {
            this.faults = faults;
        }
    }

    @ParameterizedTest
    @EnumSource(Weather.class)
    void losesNothingAndRepeatsNothingWhileBothEndsLive(Weather weather) {
        forEachSeed(weather, seed -> {
            ChannelSimulation simulation = run(seed, weather, false);

            assertThat(simulation.consumer().counters().lost()).isZero();
            assertThat(simulation.consumer().counters().records())
                    .isEqualTo(simulation.producer().emittedSeq());
        });
    }

    @ParameterizedTest
    @EnumSource(Weather.class)
    void countsWhatIsGoneWhenEitherEndRestarts(Weather weather) {
        forEachSeed(weather, seed -> {
            ChannelSimulation simulation = run(seed, weather, true); // The oracle looks at the account in the end.

            assertThat(simulation.consumer().ended()).isTrue();
        });
    }

    @Test
    void meetsEveryFaultInAStorm() {
        Map<String, Long> met = new TreeMap<>();
        forEachSeed(Weather.STORM, seed -> {
            ChannelSimulation simulation = run(seed, Weather.STORM, true);
            ChannelCounters in = simulation.consumer().counters();
            ChannelCounters out = simulation.producer().counters();
            met.merge("duplicates", in.duplicates(), Long::sum);
            met.merge("gaps", in.gaps(), Long::sum);
            met.merge("early", in.early(), Long::sum);
            met.merge("lost", in.lost(), Long::sum);
            met.merge("fenced by the consumer", in.fenced(), Long::sum);
            met.merge("fenced by the producer", out.fenced(), Long::sum);
            met.merge("resent", out.resent(), Long::sum);
        });

        assertThat(met).allSatisfy((fault, count) -> assertThat(count).as(fault).isPositive());
    }

    private static ChannelSimulation run(long seed, Weather weather, boolean restarts) {
        ChannelSimulation simulation = new ChannelSimulation(seed, weather.faults);
        for (int act = 0; act < ACTS; act++) {
            simulation.act(restarts);
        }
        simulation.finish();
        return simulation;
    }

    private static void forEachSeed(Weather weather, java.util.function.LongConsumer scenario) {
        for (long seed = 0; seed < SEEDS; seed++) {
            try {
                scenario.accept(seed);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("weather " + weather + " seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }
}
