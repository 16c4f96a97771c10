package io.kintsugi.core.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KeyTypesTest {
    record Place(String city, int number, List<Long> path) {}

    record Day(DayOfWeek day) {}

    record Days(List<DayOfWeek> days) {}

    record Nested(Place place, Day day) {}

    record Link(int value, Link next) {}

    sealed interface Good permits Left, Right {}

    record Left(long value) implements Good {}

    record Right(String value) implements Good {}

    sealed interface Bad permits Plain {}

    static final class Plain implements Bad {}

    @Test
    void acceptsKeysMadeOfValues() {
        for (Class<?> type : List.of(
                String.class,
                Long.class,
                long.class,
                Boolean.class,
                Double.class,
                UUID.class,
                Place.class,
                Link.class,
                Good.class,
                List.class)) {
            assertThat(KeyTypes.problemOf(type)).as(type.getName()).isNull();
        }
    }

    @Test
    void acceptsAnEnumAsTheWholeKeySinceItsNameIsHashed() {
        assertThat(KeyTypes.problemOf(DayOfWeek.class)).isNull();
    }

    @Test
    void acceptsWhatSaysTooLittle() {
        assertThat(KeyTypes.problemOf(Object.class)).isNull();
        assertThat(KeyTypes.problemOf(Comparable.class)).isNull();
        assertThat(KeyTypes.problemOf(Number.class)).isNull();
    }

    @Test
    void refusesAnEnumInsideOfAKey() {
        String problem = "the hashCode of enum java.time.DayOfWeek differs between JVMs; use its name()";

        assertThat(KeyTypes.problemOf(Day.class)).isEqualTo("component 'day': " + problem);
        assertThat(KeyTypes.problemOf(Days.class)).isEqualTo("component 'days': " + problem);
        assertThat(KeyTypes.problemOf(Nested.class)).isEqualTo("component 'day': component 'day': " + problem);
    }

    @Test
    void refusesArraysAndIdentityHashes() {
        assertThat(KeyTypes.problemOf(byte[].class)).startsWith("an array has no stable hashCode");
        assertThat(KeyTypes.problemOf(Plain.class))
                .isEqualTo(
                        Plain.class.getName() + " inherits Object.hashCode, which differs between JVMs; use a record");
        assertThat(KeyTypes.problemOf(Bad.class)).contains("Plain inherits Object.hashCode");
    }
}
