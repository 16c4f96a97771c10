package io.kintsugi.core.function;

import io.kintsugi.core.model.Names;

/**
 * Names a second output of a {@code process} step, such as its late or its rejected records.
 *
 * @param name unique within the step
 * @param type class of the records
 */
public record SideOutput<X>(String name, Class<X> type) {
    public SideOutput {
        Names.requireName("side output", name);
        type = Boxes.boxed(type);
    }

    public static <X> SideOutput<X> of(String name, Class<X> type) {
        return new SideOutput<>(name, type);
    }
}
