package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.execution.TaskTransition;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.TaskState;
import io.kintsugi.core.protocol.ChannelPeer;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.recovery.LossBudget;
import io.kintsugi.core.recovery.Recovery;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Watches a job master from outside: restarts touch only what they may, and nobody is connected anew without being told. */
final class RestartRules {
    private final Recovery.Strategy strategy;
    private final Consumer<String> problems;
    /** What an attempt was told last of each neighbour: the attempt it is connected with, negative if it is gone. */
    private final Map<AttemptId, Map<TaskId, Integer>> told = new LinkedHashMap<>();
    /** Attempts whose neighbours are not told that they are gone, or that need not be told. */
    private final Set<AttemptId> quiet = new LinkedHashSet<>();

    /** A job that may climb may restart everybody. */
    RestartRules(Recovery recovery, Consumer<String> problems) {
        boolean climbs = !recovery.budget().equals(LossBudget.unlimited());
        this.strategy = climbs ? Recovery.Strategy.REGION : recovery.strategy();
        this.problems = problems;
    }

    void moved(TaskTransition transition) {
        if (transition.to() == TaskState.FINISHED || transition.reason().equals("is at rest and moves")) {
            quiet.add(transition.attempt());
        }
        if (transition.to() != TaskState.CANCELING || !transition.reason().equals("it restarts")) {
            return;
        }
        String vertex = transition.attempt().task().vertex();
        if (strategy == Recovery.Strategy.TASK || (strategy == Recovery.Strategy.DOWNSTREAM && vertex.equals("read"))) {
            problems.accept("touched although it had not failed: " + transition);
        }
    }

    /** @param dead workers that the leader knows to be gone */
    void ordered(WorkerCommand command, Set<NodeId> dead) {
        if (command instanceof WorkerCommand.ConnectTask connect) {
            connect.inputs().forEach(peer -> connected(connect, peer, Stories.PLAN.producer(peer.channel()), dead));
            connect.outputs().forEach(peer -> connected(connect, peer, Stories.PLAN.consumer(peer.channel()), dead));
        } else if (command instanceof WorkerCommand.DetachPeers detach) {
            detached(detach.attempt(), detach.gone());
        }
    }

    private void connected(WorkerCommand.ConnectTask connect, ChannelPeer peer, TaskId task, Set<NodeId> dead) {
        if (dead.contains(peer.location().node())) {
            problems.accept("connected with a lost worker: " + connect);
        }
        Integer before = toldTo(connect.attempt()).put(task, peer.attempt());
        boolean unasked = before != null
                && (quiet.contains(connect.attempt()) || quiet.contains(new AttemptId(task, Math.abs(before))));
        if (unasked && Math.abs(before) < peer.attempt()) {
            return;
        }
        boolean parted = before == null || before < 0;
        if (parted ? before != null && -before >= peer.attempt() : before != peer.attempt()) {
            problems.accept("connected with %s@%d after %d: %s".formatted(task, peer.attempt(), before, connect));
        }
    }

    private void detached(AttemptId attempt, List<AttemptId> gone) {
        for (AttemptId peer : gone) {
            Integer before = toldTo(attempt).put(peer.task(), -peer.number());
            if (before != null && Math.abs(before) > peer.number()) {
                problems.accept("%s was told that %s is gone after %d".formatted(attempt, peer, before));
            }
        }
    }

    private Map<TaskId, Integer> toldTo(AttemptId attempt) {
        return told.computeIfAbsent(attempt, id -> new LinkedHashMap<>());
    }
}
