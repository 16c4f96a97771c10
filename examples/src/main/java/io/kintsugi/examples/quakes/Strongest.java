package io.kintsugi.examples.quakes;

import io.kintsugi.core.function.AggregateFunction;

/** Counts earthquakes and keeps the highest magnitude. */
final class Strongest implements AggregateFunction<Quake, Strongest.Seen, Strongest.Seen> {
    private static final long serialVersionUID = 1L;

    record Seen(long quakes, double strongest) {}

    @Override
    public Seen create() {
        return new Seen(0, Double.NEGATIVE_INFINITY);
    }

    @Override
    public Seen add(Quake quake, Seen seen) {
        return new Seen(seen.quakes() + 1, Math.max(seen.strongest(), quake.magnitude()));
    }

    @Override
    public Seen merge(Seen into, Seen other) {
        return new Seen(into.quakes() + other.quakes(), Math.max(into.strongest(), other.strongest()));
    }

    @Override
    public Seen result(Seen seen) {
        return seen;
    }
}
