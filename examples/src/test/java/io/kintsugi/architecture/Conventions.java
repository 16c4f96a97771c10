package io.kintsugi.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import org.jspecify.annotations.NullMarked;

/** What holds in every package. */
final class Conventions {
    private Conventions() {}

    static ArchRule noVagueNames(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .haveNameMatching(".*(Manager|Utils?|Helper|Impl)(\\$.*)?");
    }

    static ArchRule noJavaSerialization(String root) {
        return noClasses()
                .that()
                .resideInAPackage(root + "..")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(ObjectInputStream.class, ObjectOutputStream.class);
    }

    static ArchRule nullMarkedPackages(String root) {
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should(new ArchCondition<>("be in a @NullMarked package") {
                    @Override
                    public void check(JavaClass type, ConditionEvents events) {
                        boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
                        events.add(new SimpleConditionEvent(
                                type,
                                marked,
                                type.getFullName() + " is in a package without @NullMarked in its package-info"));
                    }
                });
    }
}
