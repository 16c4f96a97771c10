package io.kintsugi.worker.operator;

import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.function.StepContext;
import java.util.List;
import java.util.Objects;

/** Makes the events of one step in one attempt: only those that it has declared. Used by the task's thread only. */
final class EventSender {
    private final StepContext step;
    private final List<Class<?>> declared;
    private long sent;

    /** @param declared what the step says that it sends */
    EventSender(StepContext step, List<Class<?>> declared) {
        this.step = step;
        this.declared = List.copyOf(declared);
    }

    UserEvent event(Object value) {
        Class<?> type = Objects.requireNonNull(value, "an event is never null").getClass();
        if (!declared.contains(type)) {
            throw new IllegalStateException(
                    "step '%s' sends an event of class %s, and declares %s: add it to what sendsEvents() gives"
                            .formatted(step.step(), type.getName(), names()));
        }
        return new UserEvent(new UserEvent.Origin(step.step(), step.subtask(), step.attempt(), ++sent), value);
    }

    private String names() {
        return declared.isEmpty()
                ? "none"
                : String.join(", ", declared.stream().map(Class::getName).toList());
    }
}
