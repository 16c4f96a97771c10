package io.kintsugi.coordinator.job;

import io.kintsugi.coordinator.checkpoint.Supersteps;
import io.kintsugi.coordinator.execution.TaskExecution;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.ChannelPeer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Who is at the other ends of a task's channels. */
record Wiring(Plan plan, JobTasks tasks, Supersteps supersteps) {
    /** The producers of a task that are there and that {@code which} holds for. */
    List<ChannelPeer> inputs(TaskExecution task, Predicate<TaskId> which) {
        return peers(
                plan.inputs(task.id()),
                plan::producer,
                peer -> which.test(peer) && supersteps.need(task.id(), peer) == Supersteps.Need.READS);
    }

    /** The consumers of a task that are there and that {@code which} holds for. */
    List<ChannelPeer> outputs(TaskExecution task, Predicate<TaskId> which) {
        return peers(plan.outputs(task.id()), plan::consumer, which);
    }

    private List<ChannelPeer> peers(
            List<ChannelId> channels, Function<ChannelId, TaskId> otherEnd, Predicate<TaskId> which) {
        return channels.stream()
                .filter(channel -> which.test(otherEnd.apply(channel)))
                .flatMap(channel -> peer(channel, tasks.get(otherEnd.apply(channel))))
                .toList();
    }

    private static Stream<ChannelPeer> peer(ChannelId channel, TaskExecution peer) {
        return peer.isThere()
                ? Stream.of(new ChannelPeer(channel, peer.attempt().number(), peer.location()))
                : Stream.empty();
    }

    /** The newest attempts of a task's neighbours that are gone and not replaced yet. */
    List<AttemptId> away(TaskExecution task) {
        return neighbours(task.id()).stream()
                .map(tasks::get)
                .filter(peer -> !peer.isThere())
                .map(TaskExecution::newestGone)
                .flatMap(Optional::stream)
                .toList();
    }

    /** All at the other ends of a task's channels, by name; itself, if it is one. */
    Set<TaskId> neighbours(TaskId task) {
        Set<TaskId> neighbours = new TreeSet<>();
        plan.inputs(task).forEach(channel -> neighbours.add(plan.producer(channel)));
        plan.outputs(task).forEach(channel -> neighbours.add(plan.consumer(channel)));
        return neighbours;
    }

    /** In batch mode also a task that has finished is told who reads what it has kept. */
    private boolean canBeTold(TaskExecution task) {
        return plan.isBatch() ? task.isThere() : task.takesPart();
    }

    /** Tasks that can be told something and are neighbours of some of these without being one of them, chain by chain. */
    List<TaskExecution> around(Set<TaskId> those) {
        return tasks.that(task -> canBeTold(task)
                && !those.contains(task.id())
                && neighbours(task.id()).stream().anyMatch(those::contains));
    }

    /** The same, with those that have finished and still answer for their channels. */
    List<TaskExecution> thereAround(Set<TaskId> those) {
        return tasks.that(task -> answers(task)
                && !those.contains(task.id())
                && neighbours(task.id()).stream().anyMatch(those::contains));
    }

    private boolean answers(TaskExecution task) {
        return task.isThere() && !tasks.lost().contains(task.worker());
    }

    /** Whether what a command tells is of use: one of its two ends waits for it. */
    boolean isNews(TaskExecution told, List<ChannelPeer> inputs, List<ChannelPeer> outputs) {
        return answers(told)
                && (!told.isLinked()
                        || inputs.stream().anyMatch(peer -> waits(peer, plan.producer(peer.channel())))
                        || outputs.stream().anyMatch(peer -> waits(peer, plan.consumer(peer.channel()))));
    }

    private boolean waits(ChannelPeer peer, TaskId id) {
        TaskExecution task = tasks.get(id);
        return task.attempt().number() == peer.attempt() && task.takesPart() && !task.isLinked();
    }
}
