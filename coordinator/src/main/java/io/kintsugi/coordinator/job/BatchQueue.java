package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.Supersteps;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.protocol.Failure;
import java.util.List;
import java.util.Optional;

/** Gives the slots of a job in batch mode to tasks that have all their inputs, and asks for more slots where these are too few. */
final class BatchQueue {
    private static final int SLOTS_ROUND = 0;

    private final BatchSlots slots;
    private final Supersteps supersteps;
    private final Deployment deployment;
    private final CoordinatorSettings settings;
    private final Outbox out;
    private boolean asked;
    private long starvedSinceMs;

    /** What the queue works on and orders with. */
    record Parts(Supersteps supersteps, Deployment deployment, CoordinatorSettings settings, Outbox out) {}

    BatchQueue(BatchSlots slots, Parts parts, long nowMs) {
        this.slots = slots;
        this.supersteps = parts.supersteps();
        this.deployment = parts.deployment();
        this.settings = parts.settings();
        this.out = parts.out();
        this.starvedSinceMs = nowMs;
    }

    /** Whoever led before is not asked for an answer. */
    void takeOver(long nowMs) {
        starvedSinceMs = nowMs;
    }

    /** It may ask for slots again. */
    void askingDue() {
        asked = false;
    }

    /** Takes what it lacks; returns why the job cannot go on if it has had no slot at all for too long. */
    Optional<Failure> offered(List<SlotOffer> offers, long nowMs) {
        slots.offered(offers);
        out.startTimer(new JobEvent.PlacingDue(SLOTS_ROUND), settings.commandRepeatMs());
        if (!slots.isEmpty()) {
            starvedSinceMs = nowMs;
            return Optional.empty();
        }
        long starvedMs = nowMs - starvedSinceMs;
        return starvedMs >= settings.deployTimeoutMs()
                ? Optional.of(Causes.noPlace("no slot is free for %d ms: %s".formatted(starvedMs, offers)))
                : Optional.empty();
    }

    /** Deploys those that wait for nothing but a slot, as long as there are some. */
    void deployReady(BatchStages stages) {
        for (TaskExecution task : stages.ready()) {
            Optional<NodeId> worker = slots.take(task.id(), stages.besideItsInput(task.id()));
            if (worker.isEmpty()) {
                askForSlots();
                return;
            }
            out.moved(task.placeOn(worker.get(), "its inputs have finished"));
            deployment.deploy(List.of(task), one -> new Deployment.Begin(supersteps.begins(one.id()), null));
        }
    }

    private void askForSlots() {
        if (slots.areMissing() && !asked) {
            asked = true;
            out.add(new JobCommand.AskForSlots(SLOTS_ROUND));
        }
    }
}
