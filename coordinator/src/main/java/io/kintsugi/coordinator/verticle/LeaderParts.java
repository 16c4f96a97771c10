package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.bus.Heartbeat;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.cluster.storage.FileStore;
import io.kintsugi.core.config.CheckpointSettings;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.config.HistorySettings;
import io.kintsugi.core.config.LivenessSettings;
import io.kintsugi.core.config.RecoverySettings;
import io.kintsugi.core.config.TakeoverSettings;
import io.kintsugi.core.protocol.JobNews;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.snapshot.SnapshotStore;
import java.util.function.Consumer;

/**
 * What a leader works with.
 *
 * @param bus of this node, whose events and reports the leader takes over
 * @param heartbeat of this node; while it leads, the leader says who gets a lease
 * @param compiler used by this leader only
 * @param files the same directory for all coordinators of a cluster
 * @param snapshots the same for all nodes of a cluster
 * @param recovery for jobs that say nothing
 * @param history how much of the past is kept
 * @param news is told on the leader's loop what happens to jobs, and must not block
 * @param clusterNews is told on the leader's loop what happens to nodes, and must not block
 */
public record LeaderParts(
        Membership membership,
        ControlBus bus,
        Heartbeat heartbeat,
        JobCompiler compiler,
        FileStore files,
        SnapshotStore snapshots,
        CoordinatorSettings settings,
        TakeoverSettings takeover,
        CheckpointSettings checkpoints,
        RecoverySettings recovery,
        HistorySettings history,
        LivenessSettings liveness,
        Consumer<JobNews> news,
        Consumer<LoggedEvent> clusterNews) {}
