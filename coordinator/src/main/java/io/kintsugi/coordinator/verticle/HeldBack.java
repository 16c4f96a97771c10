package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.coordinator.job.JobEvent;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.model.Nearest;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.protocol.LoggedEvent.Level;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The nodes on which no task begins: those that are drained, whose tasks leave, and those that are quarantined, whose tasks work on.
 * One can be both. Nodes that do not answer are told of besides. On the leader's loop only.
 */
final class HeldBack {
    private final Reign reign;
    private final Membership membership;
    private final Drains drains;
    private final Quarantines quarantines;
    private final StandingBoard board;
    private Set<NodeId> quarantined = Set.of();
    private Future<?> before = Future.succeededFuture();

    HeldBack(Reign reign) {
        this.reign = reign;
        this.membership = reign.parts().membership();
        this.board = new StandingBoard(reign.loop().vertx());
        this.drains = new Drains(reign, this);
        this.quarantines = new Quarantines(reign, this);
    }

    Drains drains() {
        return drains;
    }

    Quarantines quarantines() {
        return quarantines;
    }

    boolean has(NodeId node) {
        return drains.has(node) || quarantines.has(node);
    }

    /** For a job that begins here. */
    JobEvent told() {
        return new JobEvent.WorkersHeldBack(drains.nodes(), quarantined);
    }

    /** Where a node stands; fails as long as jobs are being taken over, since its tasks are not known before. */
    Future<NodeStanding> standing(NodeId node) {
        return reign.leadsAll() ? Future.succeededFuture(of(node)) : notYet();
    }

    private static <T> Future<T> notYet() {
        return JobRejectedException.future(
                Reason.NOT_LEADING, "jobs are being taken over, so nobody knows yet which tasks a node has; try again");
    }

    /** One that is gone has no tasks. */
    private NodeStanding of(NodeId node) {
        boolean drained = drains.has(node) || !ids().contains(node);
        NodeStanding standing = NodeStanding.of(node, drained, quarantines.of(node), tasksOn(node));
        return reign.workers().givenUp().contains(node) ? standing.unreached() : standing;
    }

    int tasksOn(NodeId node) {
        return reign.liveJobs().stream().mapToInt(job -> job.tasksOn(node)).sum();
    }

    /**
     * Changes where a node stands; what was asked for before is done first, as it is stored and told in this order.
     *
     * @param asked an incarnation, or a name: the newest of several that are called the same
     */
    Future<NodeStanding> change(String asked, Function<NodeId, Future<?>> change) {
        NodeId node = find(asked).orElse(null);
        if (node == null) {
            List<String> names = ids().stream().map(NodeId::name).toList();
            return JobRejectedException.future(
                    Reason.NO_SUCH_NODE, "no node in view is '%s'%s".formatted(asked, Nearest.hint(asked, names)));
        }
        if (!reign.leadsAll()) {
            return notYet();
        }
        return inTurn(() -> change.apply(node).map(done -> of(node)));
    }

    <T> Future<T> inTurn(Supplier<Future<T>> next) {
        Future<T> mine = before.transform(done -> next.get());
        before = mine;
        return mine;
    }

    private Optional<NodeId> find(String asked) {
        return ids().stream()
                .filter(id -> id.incarnation().equals(asked) || id.name().equals(asked))
                .reduce((older, newer) -> older.incarnation().equals(asked) ? older : newer);
    }

    private List<NodeId> ids() {
        return membership.members().stream().map(Member::id).toList();
    }

    /** Of all nodes in view that are called so. */
    void tell(Level level, String name, String text) {
        ids().stream().filter(node -> node.name().equals(name)).forEach(node -> reign.tell(level, node, text));
    }

    /** Jobs and nodes are to know. */
    void changed() {
        quarantined = quarantinedIn(ids());
        reign.tellAll(told());
        publish();
    }

    private Set<NodeId> quarantinedIn(Collection<NodeId> members) {
        Set<NodeId> nodes = new TreeSet<>();
        members.stream().filter(quarantines::has).forEach(nodes::add);
        return nodes;
    }

    /** Some came or went. */
    void membersChanged() {
        List<NodeId> members = ids();
        boolean gone = drains.gone(members);
        if (gone || !quarantined.equals(quarantinedIn(members))) {
            changed();
        }
    }

    /** Tells which drained nodes have no task any more, and ends what is to end by now. Called from time to time. */
    void look() {
        drains.look();
        quarantines.look();
        publish();
    }

    /** A leader that does not know all tasks would say that a node has none. */
    private void publish() {
        if (!reign.leadsAll()) {
            return;
        }
        Set<NodeId> all = new TreeSet<>(drains.nodes());
        all.addAll(quarantined);
        all.addAll(reign.workers().givenUp());
        board.publish(all.stream().map(this::of).toList());
    }
}
