package io.kintsugi.worker.operator;

import io.kintsugi.core.element.ControlElement;
import io.kintsugi.core.element.UserEvent;
import io.kintsugi.core.function.SideOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The main output of a step and its side outputs, as one thing that can be suspended. */
final class Emitters {
    private final EventSender events;
    private final Pulse pulse;
    private final Emitter main;
    private final List<Emitter> emitters = new ArrayList<>();
    private final List<Stage> nexts = new ArrayList<>();
    private final Map<String, Emitter> sides = new TreeMap<>();
    private int controlled;
    private @Nullable ControlElement control;

    Emitters(ChainSpec spec, EventSender events, Stage mainNext, Map<String, Stage> sideNexts) {
        this.events = events;
        int batchRecords = spec.limits().batchRecords();
        this.pulse = spec.pulse();
        this.main = add(mainNext, batchRecords);
        sideNexts.forEach((name, next) -> sides.put(name, add(next, batchRecords)));
    }

    private Emitter add(Stage next, int batchRecords) {
        Emitter emitter = new Emitter(next, batchRecords, pulse);
        emitters.add(emitter);
        nexts.add(next);
        return emitter;
    }

    /** Beats with what the stage does. */
    Pulse pulse() {
        return pulse;
    }

    Emitter main() {
        return main;
    }

    /** Emits to a side output; a record for one that nobody reads is dropped. */
    void side(SideOutput<?> side, Object value, long timestamp) {
        Emitter emitter = sides.get(side.name());
        if (emitter != null) {
            emitter.emit(value, timestamp);
        }
    }

    /** Sends an event to all outputs, to each behind what was emitted to it. */
    void send(Object event) {
        UserEvent made = events.event(event);
        emitters.forEach(emitter -> emitter.send(made));
    }

    void timestamp(long value) {
        main.timestamp(value);
    }

    boolean suspended() {
        if (sides.isEmpty()) {
            return main.suspended();
        }
        for (int i = 0; i < emitters.size(); i++) {
            if (emitters.get(i).suspended()) {
                return true;
            }
        }
        return false;
    }

    boolean flush() {
        boolean done = true;
        for (int i = 0; i < emitters.size(); i++) {
            done &= emitters.get(i).flush();
        }
        return done;
    }

    /** Sends an element to all outputs, one after the other; false when one of them was suspended. */
    boolean push(ControlElement element) {
        control = element;
        controlled = 0;
        return pushControl();
    }

    boolean resume() {
        if (control != null) {
            return nexts.get(controlled - 1).resume() && pushControl();
        }
        boolean done = true;
        for (int i = 0; i < emitters.size(); i++) {
            Emitter emitter = emitters.get(i);
            done &= emitter.suspended() ? emitter.resume() : emitter.flush();
        }
        return done;
    }

    private boolean pushControl() {
        ControlElement element = control;
        while (element != null && controlled < nexts.size()) {
            if (!nexts.get(controlled++).push(element)) {
                return false;
            }
        }
        control = null;
        return true;
    }
}
