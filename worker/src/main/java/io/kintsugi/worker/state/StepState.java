package io.kintsugi.worker.state;

import io.kintsugi.core.function.AggregatingState;
import io.kintsugi.core.function.AggregatingStateSpec;
import io.kintsugi.core.function.BroadcastState;
import io.kintsugi.core.function.BroadcastStateSpec;
import io.kintsugi.core.function.ListState;
import io.kintsugi.core.function.ListStateSpec;
import io.kintsugi.core.function.MapState;
import io.kintsugi.core.function.MapStateSpec;
import io.kintsugi.core.function.ReducingState;
import io.kintsugi.core.function.ReducingStateSpec;
import io.kintsugi.core.function.ValueState;
import io.kintsugi.core.function.ValueStateSpec;

/**
 * The state that a step's function declared. Each method throws {@link IllegalArgumentException} for a spec that it did not
 * declare so.
 */
public interface StepState {
    <S> ValueState<S> value(ValueStateSpec<S> spec);

    <E> ListState<E> list(ListStateSpec<E> spec);

    <K, V> MapState<K, V> map(MapStateSpec<K, V> spec);

    <T> ReducingState<T> reducing(ReducingStateSpec<T> spec);

    <T, A, V> AggregatingState<T, V> aggregating(AggregatingStateSpec<T, A, V> spec);

    <X, Y> BroadcastState<X, Y> broadcast(BroadcastStateSpec<X, Y> spec);
}
