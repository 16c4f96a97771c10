package io.kintsugi.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Members of the JDK whose answer depends on when and where they are asked. */
final class Ambient {
    static final DescribedPredicate<JavaAccess<?>> CLOCK =
            DescribedPredicate.describe("a clock is read", access -> clock(access.getTarget()));

    static final DescribedPredicate<JavaAccess<?>> CHANCE =
            DescribedPredicate.describe("chance decides", access -> chance(access.getTarget()));

    private static final String NEW = "<init>";

    private static final Map<String, Predicate<AccessTarget>> CHANCE_BY_OWNER = Map.ofEntries(
            Map.entry("java.util.HashMap", named(NEW)),
            Map.entry("java.util.HashSet", named(NEW)),
            Map.entry("java.util.IdentityHashMap", named(NEW)),
            Map.entry("java.util.WeakHashMap", named(NEW)),
            Map.entry("java.util.Hashtable", named(NEW)),
            Map.entry(
                    "java.util.Map",
                    named("of", "ofEntries", "copyOf").and(parameters(0).negate())),
            Map.entry("java.util.Set", named("of", "copyOf").and(parameters(0).negate())),
            Map.entry("java.util.stream.Collectors", Ambient::collectsIntoHashes),
            Map.entry("java.util.UUID", named("randomUUID")),
            Map.entry("java.util.Random", newWithoutSeed()),
            Map.entry("java.util.SplittableRandom", newWithoutSeed()),
            Map.entry("java.util.Collections", named("shuffle").and(parameters(1))),
            Map.entry("java.lang.Math", named("random")),
            Map.entry("java.lang.StrictMath", named("random")),
            Map.entry("java.lang.System", named("identityHashCode")),
            Map.entry("java.util.random.RandomGenerator", named("of", "getDefault")),
            Map.entry("java.util.random.RandomGeneratorFactory", named("create").and(parameters(0))),
            Map.entry("java.util.concurrent.ThreadLocalRandom", target -> true),
            Map.entry("java.security.SecureRandom", target -> true));

    private Ambient() {}

    private static boolean clock(AccessTarget target) {
        String owner = target.getOwner().getName();
        return switch (owner) {
            case "java.lang.System" -> named("nanoTime", "currentTimeMillis").test(target);
            case "java.util.Date" -> newWithoutSeed().test(target);
            case "java.util.Calendar" -> named("getInstance").test(target);
            case "java.time.Clock", "java.time.InstantSource" -> true;
            default -> owner.startsWith("java.time.") && named("now").test(target);
        };
    }

    private static boolean chance(AccessTarget target) {
        return CHANCE_BY_OWNER
                .getOrDefault(target.getOwner().getName(), none -> false)
                .test(target);
    }

    /** The overloads without a map factory or a collection factory. */
    private static boolean collectsIntoHashes(AccessTarget target) {
        return switch (target.getName()) {
            case "toSet", "toUnmodifiableSet", "toUnmodifiableMap" -> true;
            case "toMap" -> !parameters(4).test(target);
            case "groupingBy" -> !parameters(3).test(target);
            default -> false;
        };
    }

    private static Predicate<AccessTarget> named(String... names) {
        return target -> Set.of(names).contains(target.getName());
    }

    private static Predicate<AccessTarget> newWithoutSeed() {
        return named(NEW).and(parameters(0));
    }

    private static Predicate<AccessTarget> parameters(int count) {
        return target -> target instanceof AccessTarget.CodeUnitAccessTarget unit
                && unit.getRawParameterTypes().size() == count;
    }
}
