package io.kintsugi.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.EvaluationResult;
import java.util.function.Function;

/** What must hold of all production code; to add one, add its fixture too. */
public enum Law {
    MODULES_FOLLOW_THE_ARROWS(Arrows::betweenModules),
    COORDINATOR_PACKAGES_FOLLOW_THE_ARROWS(Arrows::insideCoordinator),
    WORKER_PACKAGES_FOLLOW_THE_ARROWS(Arrows::insideWorker),
    ONLY_MEMBERSHIP_KNOWS_HAZELCAST(Arrows::onlyMembershipKnowsHazelcast),
    PACKAGES_HAVE_NO_CYCLES(Arrows::noPackageCycles),

    CORES_KNOW_NO_FRAMEWORK(Purity::noFramework),
    CORES_DO_NO_IO(Purity::noIo),
    CORES_HAVE_NO_THREADS(Purity::noThreads),
    CORES_DO_NOT_LOG(Purity::noLoggers),
    CORES_READ_NO_CLOCK(Purity::noClocks),
    CORES_LEAVE_NOTHING_TO_CHANCE(Purity::noChance),

    NAMES_SAY_WHAT_A_CLASS_IS(Conventions::noVagueNames),
    NOBODY_USES_JAVA_SERIALIZATION(Conventions::noJavaSerialization),
    PACKAGES_ARE_NULL_MARKED(Conventions::nullMarkedPackages);

    private final Function<String, ArchRule> ruleUnder;

    Law(Function<String, ArchRule> ruleUnder) {
        this.ruleUnder = ruleUnder;
    }

    /** Takes the package that the modules lie in, so that production code and fixtures meet the same rule. */
    EvaluationResult judge(String root, JavaClasses classes) {
        return ruleUnder.apply(root).allowEmptyShould(true).evaluate(classes);
    }
}
