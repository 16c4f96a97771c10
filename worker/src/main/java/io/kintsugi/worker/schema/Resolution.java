package io.kintsugi.worker.schema;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.io.Decoder;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how data of an older schema become values of today's classes, and where they do not. The rules are those of
 * Avro, stricter where Java would lose something: fields may be added (they are null or 0), removed and widened.
 */
public final class Resolution {
    private final Deque<String> path = new ArrayDeque<>();
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Reference> structures = new LinkedHashMap<>();

    private Resolution() {}

    /** Throws {@link SchemaMismatchException} that names every field in the way, with what is expected and was found. */
    public static ValueReader resolve(Schema written, Codec codec) {
        Resolution resolution = new Resolution();
        ValueReader reader = codec.reader(written, resolution);
        if (!resolution.problems.isEmpty()) {
            throw new SchemaMismatchException(resolution.problems);
        }
        return reader;
    }

    /** Goes into a part of a value and out again. */
    ValueReader inside(String part, Schema written, Codec codec) {
        path.addLast(part);
        ValueReader reader = codec.reader(written, this);
        path.removeLast();
        return reader;
    }

    /** A structure may contain itself: its reader is a reference while it is being made. */
    ValueReader once(Schema written, Codec codec, Supplier<ValueReader> make) {
        String pair = written.getFullName() + " as " + codec.schema().getFullName();
        Reference known = structures.get(pair);
        if (known != null) {
            return known;
        }
        Reference reference = new Reference();
        structures.put(pair, reference);
        reference.target = make.get();
        return reference.target;
    }

    /** Reports that data do not fit, and gives a reader that is never used. */
    ValueReader mismatch(Schema written, Codec codec) {
        return mismatch(codec.describe(), describe(written));
    }

    ValueReader mismatch(String expected, String found) {
        problems.add("%s: expected %s, found %s"
                .formatted(path.isEmpty() ? "value" : String.join(".", path), expected, found));
        return in -> {
            throw new IllegalStateException("read in spite of a mismatch");
        };
    }

    /** A schema as a person calls it. */
    static String describe(Schema schema) {
        String java = schema.getProp(ScalarCodec.JAVA_CLASS);
        if (java != null) {
            return java;
        }
        return switch (schema.getType()) {
            case RECORD, ENUM, FIXED -> schema.getFullName();
            case ARRAY -> "array of " + describe(schema.getElementType());
            case MAP -> "map to " + describe(schema.getValueType());
            case UNION ->
                schema.getTypes().stream()
                        .filter(branch -> branch.getType() != Schema.Type.NULL)
                        .map(Resolution::describe)
                        .collect(Collectors.joining(" or "));
            default -> schema.getType().getName();
        };
    }

    private static final class Reference implements ValueReader {
        private @Nullable ValueReader target;

        @Override
        public @Nullable Object read(Decoder in) throws IOException {
            if (target == null) {
                throw new IllegalStateException("read before it was resolved");
            }
            return target.read(in);
        }
    }
}
