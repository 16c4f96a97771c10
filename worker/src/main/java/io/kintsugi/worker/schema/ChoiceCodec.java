package io.kintsugi.worker.schema;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.io.Encoder;

/** What can be null, or one of several classes: an Avro union. */
final class ChoiceCodec extends Codec {
    private static final Schema NULL = Schema.create(Schema.Type.NULL);

    private final boolean nullable;
    private final List<Option> options;
    private final Schema schema;

    /** @param type values of this class are written so; {@code Object} for any */
    record Option(Class<?> type, Codec codec) {}

    private ChoiceCodec(boolean nullable, List<Option> options) {
        this.nullable = nullable;
        this.options = options;
        List<Schema> branches = new ArrayList<>();
        if (nullable) {
            branches.add(NULL);
        }
        options.forEach(option -> branches.add(option.codec().schema()));
        this.schema = Schema.createUnion(branches);
    }

    static ChoiceCodec of(List<Option> options) {
        return new ChoiceCodec(false, List.copyOf(options));
    }

    /** The same as {@code codec}, or null. */
    static ChoiceCodec orNull(Codec codec) {
        return codec instanceof ChoiceCodec choice
                ? new ChoiceCodec(true, choice.options)
                : new ChoiceCodec(true, List.of(new Option(Object.class, codec)));
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    void writeNull(Encoder out) throws IOException {
        if (!nullable) {
            super.writeNull(out);
        }
        out.writeIndex(0);
        out.writeNull();
    }

    @Override
    void writeValue(Object value, Encoder out) throws IOException {
        int at = indexOf(value);
        out.writeIndex(nullable ? at + 1 : at);
        options.get(at).codec().write(value, out);
    }

    private int indexOf(Object value) {
        if (options.size() == 1) {
            return 0;
        }
        for (int i = 0; i < options.size(); i++) {
            if (options.get(i).type() == value.getClass()) {
                return i;
            }
        }
        for (int i = 0; i < options.size(); i++) {
            if (options.get(i).type().isInstance(value)) {
                return i;
            }
        }
        throw new IllegalStateException(
                "%s where %s is expected".formatted(value.getClass().getName(), describe()));
    }

    @Override
    ValueReader reader(Schema written, Resolution resolution) {
        if (written.getType() != Schema.Type.UNION) {
            return branch(written, resolution);
        }
        List<ValueReader> readers = new ArrayList<>();
        for (Schema branch : written.getTypes()) {
            if (branch.getType() != Schema.Type.NULL) {
                readers.add(branch(branch, resolution));
            } else if (nullable) {
                readers.add(in -> {
                    in.readNull();
                    return null;
                });
            } else {
                readers.add(resolution.mismatch(branch, this));
            }
        }
        return in -> readers.get(in.readIndex()).read(in);
    }

    /** By name where there are several; a single one may have another name today. */
    private ValueReader branch(Schema written, Resolution resolution) {
        if (options.size() == 1) {
            return options.get(0).codec().reader(written, resolution);
        }
        for (Option option : options) {
            Schema known = option.codec().schema();
            if (known.getType() == written.getType() && known.getFullName().equals(written.getFullName())) {
                return option.codec().reader(written, resolution);
            }
        }
        return resolution.mismatch(written, this);
    }

    @Override
    public boolean mutable() {
        return options.stream().anyMatch(option -> option.codec().mutable());
    }

    @Override
    public Object copy(Object value) {
        return options.get(indexOf(value)).codec().copy(value);
    }
}
