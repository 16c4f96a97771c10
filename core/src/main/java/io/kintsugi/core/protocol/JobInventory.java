package io.kintsugi.core.protocol;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import java.util.List;

/**
 * What one worker has and knows of one job.
 *
 * @param newestCheckpoint the highest number that it has heard of; 0 for none
 * @param tasks the newest attempt here of each task that was ever here
 * @param spares instances that stand by, or are about to
 * @param seen attempts that were cancelled here or are known to be gone elsewhere, the newest of each task
 * @param peers attempts that tasks here were told to be at the other ends of their channels
 */
public record JobInventory(
        JobSpec spec,
        long newestCheckpoint,
        List<TaskInventory> tasks,
        List<Spare> spares,
        List<AttemptId> seen,
        List<Peer> peers) {
    public JobInventory {
        tasks = List.copyOf(tasks);
        spares = List.copyOf(spares);
        seen = List.copyOf(seen);
        peers = List.copyOf(peers);
    }

    /** @param ready whether it is open */
    public record Spare(AttemptId attempt, boolean ready) {}

    /**
     * The newest attempt that is known of a task, which only who knows the plan can name.
     *
     * @param channel one of its channels
     * @param producer whether it is the producing end, else the consuming
     */
    public record Peer(ChannelId channel, boolean producer, int attempt) {}
}
