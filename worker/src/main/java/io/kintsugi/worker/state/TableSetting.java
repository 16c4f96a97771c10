package io.kintsugi.worker.state;

import io.kintsugi.core.function.TtlSpec;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What all tables of a step have in common.
 *
 * @param codecs null for a step that is never stored
 * @param clock milliseconds since 1970, for what expires
 */
record TableSetting(
        GroupRange range, CopyOnWrite sharing, @Nullable KeyedCodecs codecs, LongSupplier clock) {
    /** @param copier of values that can be changed in place, else null */
    <V> KeyedTable.Keeping<V> keeping(@Nullable UnaryOperator<V> copier, @Nullable TtlSpec ttl) {
        return new KeyedTable.Keeping<>(range, sharing, copier, ttl == null ? null : new TimeToLive(ttl, clock));
    }

    /** Null for a class whose values cannot be changed in place, and where nothing is stored. */
    <V> @Nullable UnaryOperator<V> copier(Class<V> type) {
        return codecs == null ? null : KeyedCodecs.copier(codecs.of(type));
    }
}
