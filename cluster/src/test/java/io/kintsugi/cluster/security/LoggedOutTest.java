package io.kintsugi.cluster.security;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LoggedOutTest {
    private final LoggedOut loggedOut = new LoggedOut(2);

    @Test
    void forgetsTheOldestOfTooMany() {
        loggedOut.add("a", 100, 0);
        loggedOut.add("b", 100, 0);
        loggedOut.add("c", 100, 0);

        assertThat(loggedOut.contains("a")).isFalse();
        assertThat(loggedOut.contains("b")).isTrue();
        assertThat(loggedOut.contains("c")).isTrue();
    }

    @Test
    void makesRoomOfSessionsThatHaveEndedByThemselves() {
        loggedOut.add("short", 10, 0);
        loggedOut.add("long", 100, 0);
        loggedOut.add("new", 100, 11);

        assertThat(loggedOut.contains("long")).isTrue();
        assertThat(loggedOut.contains("short")).isFalse();
    }

    @Test
    void countsASessionThatIsLoggedOutTwiceOnce() {
        loggedOut.add("a", 100, 0);
        loggedOut.add("b", 100, 0);
        loggedOut.add("b", 100, 0);

        assertThat(loggedOut.contains("a")).isTrue();
    }
}
