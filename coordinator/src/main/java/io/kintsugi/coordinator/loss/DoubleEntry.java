package io.kintsugi.coordinator.loss;

import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Holds the two ends of every channel against each other in a completed checkpoint: what the producer had emitted before its
 * barrier is what the consumer had taken or counted as lost before the same barrier.
 *
 * @param channels of which both ends have a state in the checkpoint
 * @param differences in words; each is a bug
 */
public record DoubleEntry(int channels, List<String> differences) {
    /** A task that had ended stored its state at no barrier, so it is compared with another such one only. */
    public static DoubleEntry of(Plan plan, Manifest manifest) {
        Map<TaskId, StateVersion> versions = new TreeMap<>();
        manifest.versions().forEach(version -> versions.put(version.task(), version));
        int channels = 0;
        List<String> differences = new ArrayList<>();
        for (StateVersion producer : versions.values()) {
            for (ChannelPosition emitted : producer.outputs()) {
                StateVersion consumer = versions.get(plan.consumer(emitted.channel()));
                if (consumer == null || consumer.ended() != producer.ended()) {
                    continue;
                }
                Optional<ChannelPosition> applied = ChannelPosition.of(emitted.channel(), consumer.inputs());
                if (applied.isPresent()) {
                    channels++;
                    difference(plan, emitted, applied.get()).ifPresent(differences::add);
                }
            }
        }
        return new DoubleEntry(channels, List.copyOf(differences));
    }

    /** A producer that emits the same again may not have come back to where it was: its consumer drops what it has. */
    private static boolean isRepeating(Plan plan, ChannelPosition emitted, ChannelPosition applied) {
        return plan.vertex(plan.producer(emitted.channel())).isDeterministic()
                && emitted.epoch() == applied.epoch()
                && applied.seq() > emitted.seq();
    }

    private static Optional<String> difference(Plan plan, ChannelPosition emitted, ChannelPosition applied) {
        return emitted.equals(applied) || isRepeating(plan, emitted, applied)
                ? Optional.empty()
                : Optional.of("%s: %s has emitted %d in epoch %d, %s has taken or lost %d in epoch %d"
                        .formatted(
                                emitted.channel(),
                                plan.producer(emitted.channel()),
                                emitted.seq(),
                                emitted.epoch(),
                                plan.consumer(emitted.channel()),
                                applied.seq(),
                                applied.epoch()));
    }
}
