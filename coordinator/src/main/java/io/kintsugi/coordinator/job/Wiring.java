package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.ChannelPeer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Who is at the other ends of a task's channels. */
record Wiring(Plan plan, Map<TaskId, TaskExecution> tasks) {
    List<ChannelPeer> inputs(TaskExecution task) {
        return peers(plan.inputs(task.id()), plan::producer);
    }

    List<ChannelPeer> outputs(TaskExecution task) {
        return peers(plan.outputs(task.id()), plan::consumer);
    }

    private List<ChannelPeer> peers(List<ChannelId> channels, Function<ChannelId, TaskId> otherEnd) {
        List<ChannelPeer> peers = new ArrayList<>(channels.size());
        for (ChannelId channel : channels) {
            TaskExecution peer = tasks.get(otherEnd.apply(channel));
            if (peer == null) {
                throw new IllegalStateException("channel " + channel + " ends at no task");
            }
            peers.add(new ChannelPeer(channel, peer.attempt().number(), peer.location()));
        }
        return peers;
    }
}
