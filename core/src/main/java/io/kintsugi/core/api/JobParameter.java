package io.kintsugi.core.api;

import org.jspecify.annotations.Nullable;

/**
 * A parameter that a builder has asked for, so that a person can be shown what a job may be told.
 *
 * @param fallback what the job takes when it is not given; null if it has to be given
 * @param min the least that it may be; null for texts and flags
 * @param max the most that it may be; null for texts and flags
 */
public record JobParameter(
        String name,
        Type type,
        @Nullable String fallback,
        @Nullable String min,
        @Nullable String max) {

    /** What its value has to look like. */
    public enum Type {
        TEXT,
        /** A whole number. */
        NUMBER,
        DECIMAL,
        /** {@code true} or {@code false}. */
        FLAG
    }

    static JobParameter of(String name, Type type, @Nullable String fallback) {
        return new JobParameter(name, type, fallback, null, null);
    }
}
