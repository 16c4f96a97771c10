package io.kintsugi.core.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes one component of a settings record; the configuration, the flags and the reference are made from it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
    /** Kebab-case, unit last: {@code flush-ms}. */
    String key();

    /** As it would stand in the file. */
    String fallback();

    /** Smallest number allowed; not used for text. */
    long min() default Long.MIN_VALUE;

    /** Largest number allowed; not used for text. */
    long max() default Long.MAX_VALUE;

    /** One sentence: what it does and why this default. */
    String reason();
}
