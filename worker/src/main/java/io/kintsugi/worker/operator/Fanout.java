package io.kintsugi.worker.operator;

import io.kintsugi.core.element.Batch;
import io.kintsugi.core.element.ControlElement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gives everything to several stages, one after the other: the outputs of a step that several steps read. */
final class Fanout implements Stage {
    private final List<Stage> stages;
    private @Nullable Batch batch;
    private @Nullable ControlElement control;
    private int next;

    Fanout(List<? extends Stage> stages) {
        this.stages = List.copyOf(stages);
    }

    /** The one stage itself, or all of them as one; none at all swallows what it is given. */
    static Stage of(List<? extends Stage> stages) {
        return stages.size() == 1 ? stages.get(0) : new Fanout(stages);
    }

    @Override
    public boolean push(Batch all) {
        batch = all;
        control = null;
        next = 0;
        return run();
    }

    @Override
    public boolean push(ControlElement element) {
        batch = null;
        control = element;
        next = 0;
        return run();
    }

    @Override
    public boolean resume() {
        return next == 0 || (stages.get(next - 1).resume() && run());
    }

    private boolean run() {
        while (next < stages.size()) {
            Stage stage = stages.get(next++);
            boolean done = batch != null ? stage.push(batch) : control == null || stage.push(control);
            if (!done) {
                return false;
            }
        }
        batch = null;
        control = null;
        next = 0;
        return true;
    }
}
