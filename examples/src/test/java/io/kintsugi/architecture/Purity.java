package io.kintsugi.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.GivenClassesConjunction;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What the pure cores may not touch: the same events must give the same commands, in production and in a simulation. */
final class Purity {
    private Purity() {}

    static ArchRule noFramework(String root) {
        return noCore(root)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.vertx..", "com.hazelcast..", "io.netty..");
    }

    /**
     * Some names only sound like I/O: a {@code ByteBuffer} and a byte array are memory, {@code Serializable} is a mark on a
     * lambda, and a stream that was handed in says nothing of what is behind it.
     */
    private static final Set<String> INNOCENT = Set.of(
            "java.io.Serializable",
            "java.io.InputStream",
            "java.io.OutputStream",
            "java.io.DataInputStream",
            "java.io.DataOutputStream",
            "java.io.DataInput",
            "java.io.DataOutput",
            "java.io.FilterInputStream",
            "java.io.FilterOutputStream",
            "java.io.ByteArrayInputStream",
            "java.io.ByteArrayOutputStream",
            "java.io.IOException",
            "java.io.EOFException",
            "java.io.UncheckedIOException");

    static ArchRule noIo(String root) {
        return noCore(root)
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("java.io..", "java.nio.file..", "java.nio.channels..", "java.net..")
                                .and(describe("do I/O", type -> !INNOCENT.contains(type.getName()))));
    }

    static ArchRule noThreads(String root) {
        return noCore(root).should().dependOnClassesThat(threads());
    }

    static ArchRule noLoggers(String root) {
        return noCore(root)
                .should()
                .dependOnClassesThat(resideInAnyPackage("org.slf4j..", "ch.qos.logback..", "java.util.logging..")
                        .or(describe("System.Logger", type -> type.getName().startsWith("java.lang.System$Logger"))));
    }

    static ArchRule noClocks(String root) {
        return noCore(root).should().accessTargetWhere(Ambient.CLOCK);
    }

    /**
     * Covers {@code worker.state} too. Where iteration order never matters, let the class off by name here and give the
     * reason in the rule's {@code because}.
     */
    static ArchRule noChance(String root) {
        return noCore(root)
                .should()
                .accessTargetWhere(Ambient.CHANCE)
                .because("their order or value changes with every start of the JVM, and a seed must replay a run");
    }

    private static GivenClassesConjunction noCore(String root) {
        return noClasses()
                .that(resideInAnyPackage(root + ".core..", root + ".cluster.liveness..")
                        .or(decide(root)));
    }

    private static DescribedPredicate<JavaClass> decide(String root) {
        return resideInAnyPackage(root + ".coordinator..", root + ".worker..")
                .and(DescribedPredicate.not(resideInAnyPackage(
                        root + ".coordinator.verticle..",
                        root + ".worker.disk..",
                        root + ".worker.net..",
                        root + ".worker.verticle..")))
                .as("decide");
    }

    private static DescribedPredicate<JavaClass> threads() {
        DescribedPredicate<JavaClass> concurrent = resideInAPackage("java.util.concurrent..")
                .and(DescribedPredicate.not(resideInAPackage("java.util.concurrent.atomic..")))
                .and(DescribedPredicate.not(equivalentTo(TimeUnit.class)));
        return concurrent
                .or(describe("timers", type -> type.getName().startsWith("java.util.Timer")))
                .or(describe(
                        "threads",
                        type -> type.getName().startsWith("java.lang.Thread") && !type.isAssignableTo(Throwable.class)))
                .as("are threads, or share work between them");
    }
}
