package io.kintsugi.core.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StoredTypesTest {
    record Pair<A, B>(A first, B second) {}

    record Deep(Map<String, List<Pair<Instant, Integer[]>>> byName) {}

    record Tree(String name, List<Tree> children) {}

    static class Base {
        int inherited;
    }

    static final class Plain extends Base {
        static int shared;
        transient Object cache;
        ArrayList<String> names;
        TreeMap<Long, ArrayDeque<ZoneId>> zones;
    }

    sealed interface Shape permits Circle, Point {}

    record Circle(double radius) implements Shape {}

    enum Point implements Shape {
        ORIGIN
    }

    sealed interface Result<T> permits Right, Wrong {}

    record Right<T>(T value) implements Result<T> {}

    record Wrong<T>(String why) implements Result<T> {}

    record Outcome(Result<Integer> result) {}

    @Test
    void followsTypeArgumentsToTheirEnd() {
        StoredType.Structure deep = (StoredType.Structure) StoredTypes.of(Deep.class);
        StoredType.Mapping byName = (StoredType.Mapping) deep.members().get(0).type();
        StoredType.Sequence pairs = (StoredType.Sequence) byName.value();
        StoredType.Structure pair = (StoredType.Structure) pairs.element();

        assertThat(byName.key()).isEqualTo(new StoredType.Scalar(String.class));
        assertThat(pair.name()).endsWith("Pair<java.time.Instant,[Ljava.lang.Integer;>");
        assertThat(pair.members().get(0).type()).isEqualTo(new StoredType.Scalar(Instant.class));
        assertThat(pair.members().get(1).type())
                .isEqualTo(new StoredType.Sequence(Integer[].class, new StoredType.Scalar(int.class)));
    }

    @Test
    void buildsARecordTypeAgainFromItsFlatList() {
        StoredType found = StoredTypes.of(new RecordType(Pair.class, List.of(List.class, Long.class, String.class)));

        assertThat(((StoredType.Structure) found).members().get(0).type())
                .isEqualTo(new StoredType.Sequence(List.class, new StoredType.Scalar(long.class)));
    }

    @Test
    void takesFieldsOfClassesWithThoseOfTheirSuperclassesFirst() {
        StoredType.Structure plain = (StoredType.Structure) StoredTypes.of(Plain.class);

        assertThat(plain.members()).extracting(StoredType.Member::name).containsExactly("inherited", "names", "zones");
    }

    @Test
    void knowsASealedTypeByItsClassesAndThoseByTheirArguments() {
        StoredType.Choice shape = (StoredType.Choice) StoredTypes.of(Shape.class);
        StoredType.Structure outcome = (StoredType.Structure) StoredTypes.of(Outcome.class);
        StoredType.Choice result = (StoredType.Choice) outcome.members().get(0).type();

        assertThat(shape.options()).extracting(StoredType::type).isEqualTo(List.of(Circle.class, Point.class));
        assertThat(((StoredType.Structure) result.options().get(0))
                        .members()
                        .get(0)
                        .type())
                .isEqualTo(new StoredType.Scalar(int.class));
    }

    @Test
    void letsAClassContainItself() {
        StoredType.Structure tree = (StoredType.Structure) StoredTypes.of(Tree.class);

        assertThat(((StoredType.Sequence) tree.members().get(1).type()).element())
                .isSameAs(tree);
    }

    interface Open {}

    static final class NoWayToMakeIt {
        final int number;

        NoWayToMakeIt(int number) {
            this.number = number;
        }
    }

    @SuppressWarnings("HidingField")
    static final class Hiding extends Base {
        long inherited;
    }

    record Impossible(
            Object any, Open open, List<?> raw, NoWayToMakeIt made, Thread thread, Map<Open, Hiding> hiding) {}

    @Test
    void namesEverythingThatCannotBeStored() {
        String impossible = " of " + Impossible.class.getName();

        assertThat(StoredTypes.problems(RecordType.of(Impossible.class)))
                .containsExactly(
                        "field 'any'" + impossible + " can be any java.lang.Object: declare a class that says more",
                        "field 'open'" + impossible + " can be any " + Open.class.getName() + ": make it sealed",
                        "what is in field 'raw'" + impossible
                                + " can be any java.lang.Object: declare a class that says more",
                        "field 'made'" + impossible + " is a " + NoWayToMakeIt.class.getName()
                                + " without a constructor that takes nothing: make it a record, or add one",
                        "field 'thread'" + impossible
                                + " is a java.lang.Thread, which cannot be stored: use a record of what is in it",
                        "a key of field 'hiding'" + impossible + " can be any " + Open.class.getName()
                                + ": make it sealed",
                        "field 'inherited' of " + Hiding.class.getName()
                                + " has the name of a field of a superclass: rename one");
    }

    @Test
    void refusesCollectionsThatCannotBeMadeAgain() {
        assertThat(StoredTypes.problems(
                        new RecordType(Collections.unmodifiableList(List.of()).getClass(), List.of(String.class))))
                .singleElement()
                .asString()
                .contains("which cannot be made again: declare java.util.List");
        assertThatThrownBy(() -> StoredTypes.of(Object.class))
                .hasMessage("it can be any java.lang.Object: declare a class that says more");
    }
}
