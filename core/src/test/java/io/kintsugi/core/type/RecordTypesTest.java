package io.kintsugi.core.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RecordTypesTest {
    record Order(UUID id, Instant at, Customer customer, List<Item> items, Map<String, Price[]> prices) {}

    record Customer(String name, Optional<Address> address) {}

    record Address(String city) {}

    record Item(Colour colour) {}

    record Price(long cents) {}

    enum Colour {
        RED,
        BLUE {
            @Override
            public String toString() {
                return "sky";
            }
        }
    }

    private static final Class<?> BLUE = ((Object) Colour.BLUE).getClass();

    sealed interface Shape permits Square, Circle {}

    record Square(double side) implements Shape {}

    record Circle(Point centre) implements Shape {}

    record Point(double x, double y) {}

    interface Open {}

    record Closed(int value) implements Open {}

    record HoldsOpen(Open open) {}

    record HoldsObject(Object anything) {}

    @SuppressWarnings("rawtypes") // The case under test.
    record HoldsRaw(List raw) {}

    record HoldsWildcards(List<?> anything, List<? extends Shape> shapes) {}

    record Box<T>(T value, List<T> more) {}

    record HoldsBox(Box<Point> box) {}

    record Tree<T extends Comparable<T>>(T value, Tree<T> left, Tree<T> right) {}

    @SuppressWarnings("ArrayRecordComponent") // The case under test.
    record Week(DayOfWeek first, DayOfWeek[] days) {}

    abstract static class Animal {
        Point place = new Point(0, 0);
    }

    static final class Dog extends Animal {
        static final Price IGNORED = new Price(1);
        transient Address home = new Address("here");
        Colour colour = Colour.RED;
    }

    @Test
    void followsFieldsTypeArgumentsAndArrays() {
        assertThat(reachable(Order.class))
                .containsExactly(
                        Order.class,
                        Customer.class,
                        Address.class,
                        Item.class,
                        Colour.class,
                        BLUE,
                        Price[].class,
                        Price.class);
    }

    @Test
    void givesTheSameOrderEachTime() {
        assertThat(reachable(Order.class, Circle.class)).isEqualTo(reachable(Order.class, Circle.class));
    }

    @Test
    void followsASealedInterfaceToItsRecordsByName() {
        assertThat(reachable(Shape.class)).containsExactly(Shape.class, Circle.class, Point.class, Square.class);
    }

    @Test
    void takesEnumsOfTheJdkAlongAndNothingElseOfIt() {
        assertThat(reachable(Week.class)).containsExactly(Week.class, DayOfWeek[].class, DayOfWeek.class);
        assertThat(reachable(String.class, UUID.class, List.class, long.class, long[].class))
                .isEmpty();
    }

    @Test
    void takesArraysAlongSinceAFieldOfAnyTypeMayHoldThem() {
        assertThat(reachable(Point[][].class)).containsExactly(Point[][].class, Point[].class, Point.class);
    }

    @Test
    void followsInheritedFieldsButNotStaticOrTransientOnes() {
        assertThat(reachable(Dog.class)).containsExactly(Dog.class, Colour.class, BLUE, Point.class, Animal.class);
    }

    @Test
    void endsAtTypesThatContainThemselves() {
        assertThat(reachable(Tree.class)).containsExactly(Tree.class);
    }

    @Test
    void findsNoGapWhereEveryClassIsKnown() {
        assertThat(gaps(Order.class)).isEmpty();
        assertThat(gaps(Shape.class)).isEmpty();
        assertThat(gaps(HoldsBox.class)).isEmpty();
        assertThat(gaps(Dog.class)).isEmpty();
        assertThat(gaps(Week[].class)).isEmpty();
        assertThat(RecordTypes.gaps(new RecordType(List.class, List.of(Point.class)), List.of()))
                .isEmpty();
    }

    @Test
    void anOpenInterfaceIsAGapUntilAClassOfItIsRegistered() {
        assertThat(gaps(HoldsOpen.class))
                .containsExactly("field 'open' of " + HoldsOpen.class.getName() + " can be any " + Open.class.getName()
                        + ": make it sealed, or name its classes with recordTypes(...)");
        assertThat(gaps(HoldsOpen.class, Point.class)).hasSize(1);
        assertThat(gaps(HoldsOpen.class, Closed.class)).isEmpty();
        assertThat(gaps(HoldsOpen.class, Open.class)).hasSize(1);
    }

    @Test
    void anAbstractClassIsAGapAsAFieldAndNotAsAParent() {
        record Both(Dog dog, Animal pet) {}

        assertThat(gaps(Both.class)).hasSize(1);
        assertThat(gaps(Both.class, Dog.class)).isEmpty();
    }

    @Test
    void anObjectIsAGapUntilAnyClassIsRegistered() {
        assertThat(gaps(HoldsObject.class))
                .containsExactly("field 'anything' of " + HoldsObject.class.getName()
                        + " can be any java.lang.Object: name its classes with recordTypes(...)");
        assertThat(gaps(HoldsObject.class, String.class)).isEmpty();
    }

    @Test
    void whatALambdaReturnsForSeveralRecordsIsAGap() {
        assertThat(gaps(Record.class))
                .containsExactly("a record can be any java.lang.Record: name its classes with recordTypes(...)");
        assertThat(gaps(Record.class, Point.class)).isEmpty();
    }

    @Test
    void aListThatDoesNotSayOfWhatIsAGap() {
        assertThat(gaps(List.class))
                .containsExactly("what is in a java.util.List can be any java.lang.Object: name its classes with"
                        + " recordTypes(...)");
        assertThat(gaps(HoldsRaw.class)).hasSize(1);
        assertThat(gaps(HoldsWildcards.class)).hasSize(1);
        assertThat(gaps(Box.class)).hasSize(1);
        assertThat(RecordTypes.gaps(new RecordType(List.class, List.of(Object.class)), List.of()))
                .hasSize(1);
    }

    private static List<Class<?>> reachable(Class<?>... roots) {
        return RecordTypes.reachable(List.of(roots));
    }

    private static List<String> gaps(Class<?> root, Class<?>... registered) {
        return RecordTypes.gaps(RecordType.of(root), List.of(registered));
    }
}
