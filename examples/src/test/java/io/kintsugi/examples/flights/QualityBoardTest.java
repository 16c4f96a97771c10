package io.kintsugi.examples.flights;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class QualityBoardTest {

    private final QualityBoard board = new QualityBoard();

    @Test
    void knowsNothingBeforeTheFirstReport() {
        assertThat(board.read().records()).isZero();
        assertThat(board.read().first()).isEmpty();
        assertThat(board.read().newest()).isEmpty();
    }

    @Test
    void countsEachPassOnceHoweverOftenItIsReported() {
        board.add(report(1, 1_000, false));
        board.add(report(2, 400, false));
        board.add(report(1, 2_000, false));
        board.add(report(1, 2_500, true));

        assertThat(board.read().records()).isEqualTo(2_900);
        assertThat(board.read().first()).contains(report(1, 2_500, true));
        assertThat(board.read().newest()).contains(report(2, 400, false));
    }

    @Test
    void keepsTheHighestPassAsTheNewestWhenAnOlderOneIsReportedLater() {
        board.add(report(3, 400, false));
        board.add(report(2, 2_500, true));

        assertThat(board.read().newest()).contains(report(3, 400, false));
    }

    @Test
    void goesOnCountingPassesThatItForgetsForLackOfRoom() {
        for (long pass = 1; pass <= QualityBoard.PASSES_MAX + 10; pass++) {
            board.add(report(pass, 3, false));
        }

        assertThat(board.read().records()).isEqualTo(3L * (QualityBoard.PASSES_MAX + 10));
    }

    @Test
    void countsAPassOnceThatIsCompletedAgainAfterARestart() {
        board.add(report(1, 2_500, true));
        board.add(report(1, 1_000, false));
        board.add(report(1, 2_500, true));

        assertThat(board.read().records()).isEqualTo(2_500);
    }

    @Test
    void forgetsCompletePassesFirstSinceTheOthersWillBeReportedOnceMoreAtTheEnd() {
        board.add(report(1, 7, false));
        for (long pass = 2; pass <= QualityBoard.PASSES_MAX + 10; pass++) {
            board.add(report(pass, 3, true));
        }
        board.add(report(2, 3, true));
        board.add(report(1, 8, true));

        assertThat(board.read().records()).isEqualTo(3L * (QualityBoard.PASSES_MAX + 9) + 8);
    }

    private static PassQuality report(long pass, long records, boolean complete) {
        return new PassQuality(pass, records, 0, 0.5, 0.5, complete);
    }
}
