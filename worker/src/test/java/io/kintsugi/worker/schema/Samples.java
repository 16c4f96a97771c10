package io.kintsugi.worker.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Classes of state as users write them. */
final class Samples {
    private Samples() {}

    enum Color {
        RED,
        GREEN {
            @Override
            boolean calm() {
                return true;
            }
        };

        boolean calm() {
            return false;
        }
    }

    record Primitives(boolean a, byte b, short c, char d, int e, long f, float g, double h) {}

    record Boxes(
            @Nullable Boolean a,
            @Nullable Byte b,
            @Nullable Short c,
            @Nullable Character d,
            @Nullable Integer e,
            @Nullable Long f,
            @Nullable Float g,
            @Nullable Double h,
            @Nullable String i,
            @Nullable Color j) {}

    record Times(
            Instant instant,
            Duration duration,
            LocalDate date,
            LocalTime time,
            LocalDateTime dateTime,
            ZoneId zone,
            UUID id,
            BigInteger large,
            BigDecimal exact) {}

    record Many(
            List<@Nullable String> texts,
            Set<Color> colors,
            Map<String, List<Integer>> byName,
            SortedMap<Long, Pair<String, Integer>> byNumber,
            Pair<Integer, String> pair) {}

    record Pair<A, B>(A first, B second) {}

    record Tree(String name, List<Tree> children) {}

    sealed interface Shape {
        record Circle(double radius) implements Shape {}

        record Box(double width, double height) implements Shape {}

        enum Nothing implements Shape {
            NOTHING
        }
    }

    record Drawing(List<Shape> shapes, @Nullable Shape last) {}

    sealed interface Result<T> {
        record Right<T>(T value) implements Result<T> {}

        record Wrong<T>(String why) implements Result<T> {}
    }

    record Outcome(Result<List<Integer>> result) {}

    /** Changed in place, with a superclass and something that is not stored. */
    static final class Model extends Named {
        double[] weights = new double[0];
        int[][] grid = new int[0][];
        private final long born;
        private transient @Nullable Object cache = "never stored";

        private Model() {
            born = 1;
        }

        Model(String name, double[] weights, int[][] grid, long born) {
            this.name = name;
            this.weights = weights;
            this.grid = grid;
            this.born = born;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Model model
                    && model.name.equals(name)
                    && Arrays.equals(model.weights, weights)
                    && Arrays.deepEquals(model.grid, grid)
                    && model.born == born;
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(weights);
        }

        boolean cached() {
            return cache != null;
        }
    }

    static class Named {
        String name = "";
    }

    static Boxes nothing() {
        return new Boxes(null, null, null, null, null, null, null, null, null, null);
    }

    static List<Object> all() {
        SortedMap<Long, Pair<String, Integer>> byNumber = new TreeMap<>();
        byNumber.put(5L, new Pair<>("five", 5));
        byNumber.put(-1L, new Pair<>("minus", null));
        List<String> texts = new ArrayList<>(List.of("x", "", "\u00e4\u732b"));
        texts.add(null);
        return List.of(
                new Primitives(true, (byte) -3, (short) 300, 'x', -70_000, 1L << 40, 1.5f, -2.25),
                new Boxes(true, (byte) 1, (short) 2, '\uffff', 3, 4L, 5f, 6.0, "seven", Color.GREEN),
                nothing(),
                new Times(
                        Instant.ofEpochSecond(1_700_000_000, 123_456_789),
                        Duration.ofNanos(-5),
                        LocalDate.of(2026, 3, 8),
                        LocalTime.of(2, 30, 0, 1),
                        LocalDateTime.of(2026, 11, 1, 1, 30),
                        ZoneId.of("America/New_York"),
                        new UUID(1, -2),
                        BigInteger.TWO.pow(200).negate(),
                        new BigDecimal("12.3400")),
                new Many(texts, Set.of(Color.RED), Map.of("a", List.of(1, 2)), byNumber, new Pair<>(1, "one")),
                new Tree("root", List.of(new Tree("leaf", List.of()), new Tree("other", List.of()))),
                new Drawing(List.of(new Shape.Circle(1), Shape.Nothing.NOTHING, new Shape.Box(2, 3)), null),
                new Outcome(new Result.Right<>(List.of(1, 2, 3))),
                new Outcome(new Result.Wrong<>("no")),
                new Model("m", new double[] {1, 2.5, Double.NaN}, new int[][] {{1}, {}, {2, 3}}, 9));
    }
}
