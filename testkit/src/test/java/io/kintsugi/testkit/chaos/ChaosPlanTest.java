package io.kintsugi.testkit.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class ChaosPlanTest {
    private static final Shape SHAPE = new Shape(3, 3, 6);
    private static final int BLOWS = 500;

    @Test
    void theSameSeedGivesTheSamePlanAndAnotherOneAnother() {
        ChaosPlan plan = ChaosPlan.random(7, SHAPE, BLOWS);

        assertThat(ChaosPlan.random(7, SHAPE, BLOWS)).isEqualTo(plan);
        assertThat(ChaosPlan.random(8, SHAPE, BLOWS)).isNotEqualTo(plan);
    }

    @Test
    void everyKindComesAndStrikesNodesThatAreThere() {
        List<ChaosPlan.Blow> blows = ChaosPlan.random(1, SHAPE, BLOWS).blows();
        Set<String> victims = new TreeSet<>();
        Set<String> kinds = new TreeSet<>();

        blows.forEach(blow -> {
            kinds.add(blow.nemesis().getClass().getSimpleName());
            blow.nemesis().on(name -> {
                victims.add(name);
                return name;
            });
        });

        assertThat(kinds)
                .containsExactly(
                        "ClockJump", "FullDisk", "Halves", "Isolate", "Kill", "OneWayCut", "Pause", "SlowLink");
        assertThat(victims).containsExactly("c1", "c2", "c3", ChaosPlan.LEADER, "w1", "w2", "w3");
    }

    @Test
    void anyTwoSidesOfACutHaveANodeEach() {
        assertThat(ChaosPlan.random(1, SHAPE, BLOWS).blows())
                .map(ChaosPlan.Blow::nemesis)
                .filteredOn(Nemesis.Halves.class::isInstance)
                .map(nemesis -> ((Nemesis.Halves) nemesis).part())
                .allSatisfy(part -> assertThat(part).hasSize(3).doesNotHaveDuplicates());
    }
}
