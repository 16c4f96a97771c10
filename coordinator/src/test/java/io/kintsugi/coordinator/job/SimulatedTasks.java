package io.kintsugi.coordinator.job;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.ChannelPeer;
import io.kintsugi.core.snapshot.RestorePoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The attempts that live on simulated workers. */
final class SimulatedTasks {
    private final Map<AttemptId, Live> live = new LinkedHashMap<>();
    private final Set<TaskId> finished = new TreeSet<>();

    /** An attempt on a worker. */
    static final class Live {
        final AttemptId attempt;
        final NodeId worker;
        final RestorePoint restore;
        final TreeSet<Long> barriers = new TreeSet<>();
        /** Attempts at the other ends, as far as it was told. */
        final Map<ChannelId, Integer> peers = new TreeMap<>();

        boolean connected;
        boolean runs;
        boolean ending;
        boolean ended;
        /** A worker tells that a task has finished behind that it has come to its end, and not before. */
        boolean endIsHeard;

        boolean finishes;

        Live(AttemptId attempt, NodeId worker, RestorePoint restore) {
            this.attempt = attempt;
            this.worker = worker;
            this.restore = restore;
        }

        void connect(List<ChannelPeer> told) {
            connected = true;
            told.forEach(peer -> peers.merge(peer.channel(), peer.attempt(), Math::max));
        }
    }

    /** Adds it, unless it is there already. */
    Live deploy(AttemptId attempt, NodeId worker, RestorePoint restore) {
        finished.remove(attempt.task());
        return live.computeIfAbsent(attempt, id -> new Live(id, worker, restore));
    }

    Optional<Live> get(AttemptId attempt) {
        return Optional.ofNullable(live.get(attempt));
    }

    void remove(AttemptId attempt) {
        live.remove(attempt);
    }

    /** It has worked to its end, and its worker still answers for its channels. */
    void finish(AttemptId attempt) {
        remove(attempt);
        finished.add(attempt.task());
    }

    void removeAllOn(NodeId worker) {
        live.values().removeIf(task -> task.worker.equals(worker));
    }

    List<Live> on(NodeId worker) {
        return live.values().stream().filter(task -> task.worker.equals(worker)).toList();
    }

    List<AttemptId> all() {
        return List.copyOf(live.keySet());
    }

    /** Other attempts of the same task. */
    List<AttemptId> rivals(AttemptId attempt) {
        return live.keySet().stream()
                .filter(other -> other.task().equals(attempt.task()) && !other.equals(attempt))
                .toList();
    }

    /** The newest attempt of a task that lives. */
    Optional<Live> newest(TaskId task) {
        return live.values().stream()
                .filter(one -> one.attempt.task().equals(task))
                .reduce((a, b) -> a.attempt.number() > b.attempt.number() ? a : b);
    }

    /** Whether all producers of a task have ended. */
    boolean haveInputsEnded(TaskId task) {
        return Stories.PLAN.inputs(task).stream()
                .map(Stories.PLAN::producer)
                .allMatch(producer -> finished.contains(producer)
                        || newest(producer).filter(one -> one.ended).isPresent());
    }

    /** Those that have not run so far and whose channels are all connected at both ends now. */
    List<Live> readyToRun() {
        return live.values().stream()
                .filter(task -> task.connected && !task.runs && isConnected(task))
                .toList();
    }

    private boolean isConnected(Live task) {
        TaskId id = task.attempt.task();
        return Stories.PLAN.inputs(id).stream()
                        .allMatch(channel -> meets(task, channel, Stories.PLAN.producer(channel)))
                && Stories.PLAN.outputs(id).stream()
                        .allMatch(channel -> meets(task, channel, Stories.PLAN.consumer(channel)));
    }

    private boolean meets(Live task, ChannelId channel, TaskId peer) {
        Integer known = task.peers.get(channel);
        if (known == null) {
            return false;
        }
        Live other = live.get(new AttemptId(peer, known));
        Integer back = other == null ? null : other.peers.get(channel);
        return finished.contains(peer) || (back != null && back == task.attempt.number());
    }
}
