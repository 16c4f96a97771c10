package io.kintsugi.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Lies in {@code examples}, since this is the one module that sees all others; {@code bench} only measures them. */
final class ArchitectureTest {
    private static final String PRODUCTION_ROOT = "io.kintsugi";
    private static final String FIXTURE_ROOT = "io.kintsugi.architecture.fixture";

    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(PRODUCTION_ROOT);

    private static final JavaClasses FIXTURES = new ClassFileImporter().importPackages(FIXTURE_ROOT);

    @ParameterizedTest
    @EnumSource
    void holdsInProduction(Law law) {
        assertThat(law.judge(PRODUCTION_ROOT, PRODUCTION).getFailureReport().getDetails())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void rejectsEachMethodOfItsFixtures(Law law) {
        List<String> rejected =
                law.judge(FIXTURE_ROOT, FIXTURES).getFailureReport().getDetails();
        List<String> expected =
                fixturesOf(law).flatMap(ArchitectureTest::places).toList();

        assertThat(expected).isNotEmpty();
        assertThat(expected).allSatisfy(place -> assertThat(rejected).anyMatch(line -> line.contains(place)));
    }

    @ParameterizedTest
    @EnumSource
    void letsTheInnocentGo(Law law) {
        List<String> rejected =
                law.judge(FIXTURE_ROOT, FIXTURES).getFailureReport().getDetails();

        assertThat(rejected).noneMatch(line -> line.contains(".Innocent"));
    }

    @Test
    void seesEveryModule() {
        assertThat(List.of("core", "cluster", "coordinator", "worker", "connectors", "webconsole", "node", "examples"))
                .allMatch(module -> PRODUCTION.stream()
                        .anyMatch(type -> type.getPackageName().startsWith(PRODUCTION_ROOT + "." + module)));
    }

    private static Stream<JavaClass> fixturesOf(Law law) {
        return FIXTURES.stream()
                .filter(fixture -> fixture.isAnnotatedWith(Breaks.class))
                .filter(fixture -> fixture.getAnnotationOfType(Breaks.class).value() == law);
    }

    /** As a report names them. */
    private static Stream<String> places(JavaClass fixture) {
        List<String> methods = fixture.getMethods().stream()
                .filter(method -> !method.getModifiers().contains(JavaModifier.SYNTHETIC))
                .map(method -> method.getFullName())
                .toList();
        return methods.isEmpty() ? Stream.of(fixture.getFullName()) : methods.stream();
    }
}
