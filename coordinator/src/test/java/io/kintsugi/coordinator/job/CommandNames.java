package io.kintsugi.coordinator.job;

import io.kintsugi.core.protocol.ChannelPeer;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import java.util.List;
import java.util.stream.Collectors;

/** Commands as a line of a transcript. */
final class CommandNames implements WorkerCommand.Handler<String> {
    @Override
    public String deploy(WorkerCommand.DeployTask command) {
        return "DeployTask " + command.attempt() + " of " + command.job() + " term "
                + command.term().value() + from(command.restore())
                + (command.spare() == null ? "" : ", spare " + command.spare());
    }

    @Override
    public String prepare(WorkerCommand.PrepareSpare command) {
        return "PrepareSpare " + command.spare();
    }

    private static String from(RestorePoint restore) {
        List<VersionId> versions =
                restore.versions().stream().map(StateVersion::id).toList();
        return restore.equals(RestorePoint.empty())
                ? ""
                : " above #" + restore.minCheckpoint() + " from " + versions + last(restore.last());
    }

    private static String last(ChannelPositions last) {
        return last.equals(ChannelPositions.none()) ? "" : " or behind " + positions(last.inputs());
    }

    static String positions(List<ChannelPosition> positions) {
        return positions.stream()
                .map(position -> position.channel() + "=" + position.epoch() + "/" + position.seq())
                .collect(Collectors.joining(" ", "[", "]"));
    }

    @Override
    public String connect(WorkerCommand.ConnectTask command) {
        return "ConnectTask " + command.attempt() + " in " + peers(command.inputs()) + " out "
                + peers(command.outputs());
    }

    private static String peers(List<ChannelPeer> peers) {
        return peers.stream()
                .map(peer -> "%s=%s.%d@%d"
                        .formatted(
                                peer.channel(),
                                peer.location().node().name(),
                                peer.location().loop(),
                                peer.attempt()))
                .collect(Collectors.joining(" ", "[", "]"));
    }

    @Override
    public String handOver(WorkerCommand.HandOverTask command) {
        return "HandOverTask " + command.attempt();
    }

    @Override
    public String drain(WorkerCommand.DrainTask command) {
        return "DrainTask " + command.attempt();
    }

    @Override
    public String cancel(WorkerCommand.CancelTask command) {
        return "CancelTask " + command.attempt();
    }

    @Override
    public String release(WorkerCommand.ReleaseJob command) {
        return "ReleaseJob " + command.job();
    }

    @Override
    public String trigger(WorkerCommand.TriggerCheckpoint command) {
        return "TriggerCheckpoint " + command.attempt() + " #" + command.checkpoint()
                + (command.stops() ? " to stop" : "");
    }

    @Override
    public String abort(WorkerCommand.AbortCheckpoint command) {
        return "AbortCheckpoint #" + command.checkpoint();
    }

    @Override
    public String complete(WorkerCommand.CompleteCheckpoint command) {
        return "CompleteCheckpoint #" + command.checkpoint();
    }

    @Override
    public String finish(WorkerCommand.FinishTasks command) {
        return "FinishTasks #" + command.checkpoint();
    }

    @Override
    public String fail(WorkerCommand.FailTask command) {
        return "FailTask " + command.attempt();
    }

    @Override
    public String detach(WorkerCommand.DetachPeers command) {
        return "DetachPeers " + command.attempt() + " from " + command.gone();
    }
}
