package io.kintsugi.cluster.bus;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskLocation;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.ChannelPeer;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.PartitionCounts;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskInventory;
import io.kintsugi.core.protocol.TaskLatency;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.TaskTime;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.protocol.WorkerInventory;
import io.kintsugi.core.recovery.AbsentConsumer;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.recovery.RestartStrategy;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One message of each kind. */
final class Messages {
    static final NodeId NODE = new NodeId("wörker-1", "a1b2");
    static final JobId JOB = new JobId("flights", 3);
    static final AttemptId ATTEMPT = new AttemptId(new TaskId("train", 2), 4);
    static final JobSpec SPEC = new JobSpec(
            JOB,
            "io.example.Flights",
            Map.of("rate", "1000"),
            null,
            "read Source x2\n",
            Recovery.task()
                    .restart(RestartStrategy.failureRate(3, Duration.ofMinutes(1), Duration.ofMillis(5)))
                    .absentConsumer(AbsentConsumer.discard())
                    .lossBudget(LossBudget.unlimited().records(7).onExcess(LossBudget.OnExcess.PAUSE)));

    static final StateVersion STATE = new StateVersion(
            new VersionId(JOB, ATTEMPT, 5),
            9,
            true,
            1_000,
            0xcafebabeL,
            List.of(new ChannelPosition(new ChannelId(0, 1, 2), 1, 77)),
            List.of(),
            List.of(LossRange.counted(new ChannelId(0, 1, 2), 1, 3, 7, LossKind.DISCARDED)));

    private Messages() {}

    static List<WorkerCommand> commands() {
        ChannelPeer peer = new ChannelPeer(new ChannelId(1, 2, 3), 4, new TaskLocation(NODE, 1));
        Term term = new Term(7);
        return List.of(
                new WorkerCommand.DeployTask(
                        term,
                        SPEC,
                        ATTEMPT,
                        new RestorePoint(8, List.of(STATE), true)
                                .alone(STATE.positions(), 7)
                                .lost(STATE.losses())
                                .hold(),
                        ATTEMPT.next()),
                new WorkerCommand.PrepareSpare(term, SPEC, ATTEMPT),
                new WorkerCommand.ConnectTask(term, JOB, ATTEMPT, List.of(peer, peer), List.of()),
                new WorkerCommand.DrainTask(term, JOB, ATTEMPT),
                new WorkerCommand.CancelTask(term, JOB, ATTEMPT),
                new WorkerCommand.ReleaseJob(term, JOB),
                new WorkerCommand.TriggerCheckpoint(term, JOB, ATTEMPT, 9, 1_700_000_000_000L, true),
                new WorkerCommand.AbortCheckpoint(term, JOB, 9),
                new WorkerCommand.CompleteCheckpoint(term, JOB, 9),
                new WorkerCommand.FinishTasks(term, JOB, 10),
                new WorkerCommand.FailTask(term, JOB, ATTEMPT),
                new WorkerCommand.HandOverTask(term, JOB, ATTEMPT),
                new WorkerCommand.DetachPeers(term, JOB, ATTEMPT, List.of(ATTEMPT.next())));
    }

    static List<WorkerEvent> events() {
        return List.of(
                new WorkerEvent.TaskDeployed(JOB, ATTEMPT, new TaskLocation(NODE, 0)),
                new WorkerEvent.TaskRunning(JOB, ATTEMPT),
                new WorkerEvent.TaskFinished(JOB, ATTEMPT),
                new WorkerEvent.TaskFailed(
                        JOB,
                        ATTEMPT,
                        new Failure("java.io.IOException", "disk full", "at x"),
                        1_700_000_000_000L,
                        STATE.positions()),
                new WorkerEvent.TaskCanceled(JOB, ATTEMPT, STATE.positions()),
                new WorkerEvent.CheckpointAcked(JOB, ATTEMPT, 9, STATE),
                new WorkerEvent.CheckpointDeclined(JOB, ATTEMPT, 9, true, "disk full"),
                new WorkerEvent.StateStored(JOB, ATTEMPT, STATE),
                new WorkerEvent.TaskEnded(JOB, ATTEMPT, STATE),
                new WorkerEvent.SuperstepStored(JOB, ATTEMPT, STATE, 0.25),
                new WorkerEvent.StateUnreadable(
                        JOB, ATTEMPT, STATE.id(), new Failure("CorruptSnapshotException", "torn", "")),
                new WorkerEvent.RecordsLost(
                        JOB,
                        ATTEMPT,
                        List.of(LossRange.bounded(new ChannelId(0, 1, 2), 3, 10, 20, LossKind.LOST_STATE, 4))),
                new WorkerEvent.StageReached(JOB, ATTEMPT, RecoveryStage.CAUGHT_UP, 1_700_000_000_000L),
                new WorkerEvent.SpareReady(JOB, ATTEMPT),
                new WorkerEvent.SpareFailed(JOB, ATTEMPT, new Failure("java.io.IOException", "no model", "at x")));
    }

    /** One with everything, and one with as little as can be. */
    static WorkerInventory inventory() {
        TaskInventory runs = new TaskInventory(
                ATTEMPT,
                TaskInventory.Standing.RUNNING,
                new TaskLocation(NODE, 2),
                STATE,
                new TaskInventory.Losses(3, STATE.losses()),
                STATE.positions(),
                new Failure("java.io.IOException", "disk full", "at"));
        TaskInventory begins = new TaskInventory(
                ATTEMPT.next(),
                TaskInventory.Standing.DEPLOYING,
                null,
                null,
                new TaskInventory.Losses(1, List.of()),
                ChannelPositions.none(),
                null);
        JobInventory job = new JobInventory(
                SPEC,
                12,
                List.of(runs, begins),
                List.of(new JobInventory.Spare(ATTEMPT, true)),
                List.of(ATTEMPT),
                List.of(new JobInventory.Peer(new ChannelId(0, 1, 0), true, 4)));
        return new WorkerInventory(NODE, List.of(job));
    }

    static TaskReport report() {
        return new TaskReport(
                JOB,
                NODE,
                List.of(new TaskCounters(
                        ATTEMPT,
                        1,
                        2,
                        3,
                        4,
                        5,
                        6,
                        7,
                        8,
                        9,
                        Long.MAX_VALUE,
                        11,
                        12,
                        new TaskTime(13, "read[3]"),
                        List.of(new TaskLatency("read", 14, 15, 16)),
                        new TreeMap<>(Map.of(0, 14L, 3, 15L)),
                        new PartitionCounts(17, 18, 19, 20))));
    }
}
