package io.kintsugi.worker.state;

import io.kintsugi.core.type.RecordType;
import io.kintsugi.worker.schema.Codec;
import io.kintsugi.worker.schema.Codecs;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** How keys, and what a step keeps for them, are written and copied. */
public final class KeyedCodecs {
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

    Codec key() {
        return key;
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

    /** Null for values that cannot be changed in place. */
    @SuppressWarnings("unchecked") // A codec copies to the class that it is given.
    static <V> @Nullable UnaryOperator<V> copier(Codec codec) {
        return codec.mutable() ? value -> (V) codec.copy(value) : null;
    }
}
