package io.kintsugi.worker.state;

import io.kintsugi.core.type.RecordType;
import io.kintsugi.worker.schema.Codec;
import io.kintsugi.worker.schema.Codecs;
import io.kintsugi.worker.schema.RowCodec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How keys, and what a step keeps for them, are written and copied. */
public final class KeyedCodecs {
    /** Column that says when an entry was used last, in milliseconds since 1970; 0 where it never expires. */
    static final String STAMP = "usedMs";

    private final Codecs codecs = new Codecs();
    private final Codec key;
    private final Map<String, Codec> panes = new TreeMap<>();

    /**
     * Throws {@link IllegalArgumentException} for classes that cannot be stored; they were found when the job was built.
     *
     * @param panes what the panes of each pane table hold
     */
    public KeyedCodecs(RecordType key, Map<String, RecordType> panes) {
        this.key = codecs.of(key);
        panes.forEach((name, contents) -> this.panes.put(name, codecs.of(contents)));
    }

    RowCodec.Column key() {
        return new RowCodec.Column("key", key);
    }

    Codec pane(String table) {
        Codec codec = panes.get(table);
        if (codec == null) {
            throw new IllegalArgumentException("no pane table '%s' in %s".formatted(table, panes.keySet()));
        }
        return codec;
    }

    Codec of(Class<?> type) {
        return codecs.of(type);
    }

    Codec listOf(Class<?> type) {
        return codecs.of(new RecordType(List.class, List.of(type)));
    }

    RowCodec.Column column(String name, Class<?> type) {
        return new RowCodec.Column(name, of(type));
    }

    /** Null for values that cannot be changed in place. */
    @SuppressWarnings("unchecked") // A codec copies to the class that it is given.
    static <V> @Nullable UnaryOperator<V> copier(Codec codec) {
        return codec.mutable() ? value -> (V) codec.copy(value) : null;
    }
}
