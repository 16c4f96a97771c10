package io.kintsugi.worker.inventory;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.ChannelPeer;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.TaskInventory.Standing;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.ChannelPositions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Follows the orders and the events of one job on one worker. Leaders acknowledge events and may die then: whatever they were told
 * can be told once more from here. Its size is bounded by the job's tasks. Not for several threads.
 */
public final class JobMemory {
    private final JobSpec spec;
    private final Orders orders = new Orders();
    private final Events events = new Events();
    private final Map<TaskId, TaskMemory> tasks = new TreeMap<>();
    private final Map<TaskId, JobInventory.Spare> spares = new TreeMap<>();
    private final Map<TaskId, Integer> seen = new TreeMap<>();
    private final Map<ChannelId, Integer> producers = new TreeMap<>();
    private final Map<ChannelId, Integer> consumers = new TreeMap<>();
    private long newestCheckpoint;

    public JobMemory(JobSpec spec) {
        this.spec = spec;
    }

    /** An order that was not refused. */
    public void ordered(WorkerCommand command) {
        command.handle(orders);
    }

    public void told(WorkerEvent event) {
        event.handle(events);
    }

    public JobInventory inventory() {
        List<JobInventory.Peer> peers = new ArrayList<>();
        producers.forEach((channel, attempt) -> peers.add(new JobInventory.Peer(channel, true, attempt)));
        consumers.forEach((channel, attempt) -> peers.add(new JobInventory.Peer(channel, false, attempt)));
        List<AttemptId> known = new ArrayList<>();
        seen.forEach((task, number) -> known.add(new AttemptId(task, number)));
        return new JobInventory(
                spec,
                newestCheckpoint,
                tasks.values().stream().map(TaskMemory::inventory).toList(),
                List.copyOf(spares.values()),
                known,
                peers);
    }

    private Optional<TaskMemory> task(AttemptId attempt) {
        return Optional.ofNullable(tasks.get(attempt.task()))
                .filter(task -> task.attempt().equals(attempt));
    }

    private void heardOf(long checkpoint) {
        newestCheckpoint = Math.max(newestCheckpoint, checkpoint);
    }

    private void heardOf(AttemptId attempt) {
        seen.merge(attempt.task(), attempt.number(), Math::max);
    }

    private final class Orders implements WorkerCommand.Handler<Boolean> {
        @Override
        public Boolean deploy(WorkerCommand.DeployTask command) {
            AttemptId attempt = command.attempt();
            boolean again = task(attempt).isPresent();
            tasks.computeIfAbsent(attempt.task(), task -> new TaskMemory(attempt))
                    .begins(spec.id(), attempt, command.restore(), again);
            heardOf(command.restore().minCheckpoint());
            AttemptId spare = command.spare();
            if (spare != null) {
                heardOf(spare);
                forget(spare);
            }
            return true;
        }

        private boolean forget(AttemptId spare) {
            return spares.values().removeIf(one -> one.attempt().equals(spare));
        }

        @Override
        public Boolean connect(WorkerCommand.ConnectTask command) {
            command.inputs().forEach(peer -> producers.merge(ofProducer(peer), peer.attempt(), Math::max));
            command.outputs().forEach(peer -> consumers.merge(ofConsumer(peer), peer.attempt(), Math::max));
            task(command.attempt()).ifPresent(TaskMemory::connects);
            return true;
        }

        private static ChannelId ofProducer(ChannelPeer peer) {
            return new ChannelId(peer.channel().edge(), peer.channel().producer(), 0);
        }

        private static ChannelId ofConsumer(ChannelPeer peer) {
            return new ChannelId(peer.channel().edge(), 0, peer.channel().consumer());
        }

        @Override
        public Boolean drain(WorkerCommand.DrainTask command) {
            return true;
        }

        @Override
        public Boolean cancel(WorkerCommand.CancelTask command) {
            heardOf(command.attempt());
            task(command.attempt())
                    .filter(task -> task.standing().isLive())
                    .ifPresent(task -> task.stands(Standing.CANCELING));
            return forget(command.attempt());
        }

        @Override
        public Boolean release(WorkerCommand.ReleaseJob command) {
            return true;
        }

        @Override
        public Boolean trigger(WorkerCommand.TriggerCheckpoint command) {
            heardOf(command.checkpoint());
            return true;
        }

        @Override
        public Boolean abort(WorkerCommand.AbortCheckpoint command) {
            heardOf(command.checkpoint());
            return true;
        }

        @Override
        public Boolean complete(WorkerCommand.CompleteCheckpoint command) {
            heardOf(command.checkpoint());
            return true;
        }

        @Override
        public Boolean finish(WorkerCommand.FinishTasks command) {
            heardOf(command.checkpoint());
            return true;
        }

        @Override
        public Boolean fail(WorkerCommand.FailTask command) {
            return true;
        }

        /** It goes on until it is at rest, and is cancelled then. */
        @Override
        public Boolean handOver(WorkerCommand.HandOverTask command) {
            return true;
        }

        @Override
        public Boolean detach(WorkerCommand.DetachPeers command) {
            command.gone().forEach(JobMemory.this::heardOf);
            return true;
        }

        @Override
        public Boolean prepare(WorkerCommand.PrepareSpare command) {
            JobInventory.Spare known = spares.get(command.spare().task());
            if (known == null || !known.attempt().equals(command.spare())) {
                spares.put(command.spare().task(), new JobInventory.Spare(command.spare(), false));
            }
            return true;
        }
    }

    private final class Events implements WorkerEvent.Handler<Boolean> {
        /** What is about to go is not called back by what it said before. */
        private Boolean stands(WorkerEvent event, Standing standing) {
            task(event.attempt())
                    .filter(task -> task.standing().isLive() && task.standing() != Standing.CANCELING)
                    .ifPresent(task -> task.stands(standing));
            return true;
        }

        private Boolean stores(WorkerEvent event) {
            task(event.attempt()).ifPresent(task -> event.stored().ifPresent(task::stored));
            return true;
        }

        @Override
        public Boolean deployed(WorkerEvent.TaskDeployed event) {
            task(event.attempt()).ifPresent(task -> task.deployed(event.location()));
            return true;
        }

        @Override
        public Boolean running(WorkerEvent.TaskRunning event) {
            return stands(event, Standing.RUNNING);
        }

        @Override
        public Boolean finished(WorkerEvent.TaskFinished event) {
            return stands(event, Standing.FINISHED);
        }

        @Override
        public Boolean failed(WorkerEvent.TaskFailed event) {
            task(event.attempt()).ifPresent(task -> task.ends(Standing.FAILED, event.failure(), event.last()));
            return true;
        }

        @Override
        public Boolean canceled(WorkerEvent.TaskCanceled event) {
            task(event.attempt())
                    .filter(task -> task.standing() == Standing.CANCELING)
                    .ifPresent(task -> task.ends(Standing.GONE, null, event.last()));
            return true;
        }

        @Override
        public Boolean acked(WorkerEvent.CheckpointAcked event) {
            heardOf(event.checkpoint());
            return stores(event);
        }

        @Override
        public Boolean declined(WorkerEvent.CheckpointDeclined event) {
            heardOf(event.checkpoint());
            return true;
        }

        @Override
        public Boolean stored(WorkerEvent.StateStored event) {
            return stores(event);
        }

        @Override
        public Boolean ended(WorkerEvent.TaskEnded event) {
            stores(event);
            return stands(event, Standing.ENDED);
        }

        @Override
        public Boolean superstep(WorkerEvent.SuperstepStored event) {
            return stores(event);
        }

        @Override
        public Boolean unreadable(WorkerEvent.StateUnreadable event) {
            task(event.attempt())
                    .ifPresent(task -> task.ends(Standing.FAILED, event.failure(), ChannelPositions.none()));
            return true;
        }

        @Override
        public Boolean lost(WorkerEvent.RecordsLost event) {
            task(event.attempt()).ifPresent(task -> task.lost(event.losses()));
            return true;
        }

        @Override
        public Boolean reached(WorkerEvent.StageReached event) {
            return true;
        }

        @Override
        public Boolean ready(WorkerEvent.SpareReady event) {
            spares.computeIfPresent(event.attempt().task(), (task, spare) -> ready(spare, event.attempt()));
            return true;
        }

        private static JobInventory.Spare ready(JobInventory.Spare spare, AttemptId attempt) {
            return spare.attempt().equals(attempt) ? new JobInventory.Spare(attempt, true) : spare;
        }

        @Override
        public Boolean failed(WorkerEvent.SpareFailed event) {
            spares.values().removeIf(spare -> spare.attempt().equals(event.attempt()));
            return true;
        }
    }
}
