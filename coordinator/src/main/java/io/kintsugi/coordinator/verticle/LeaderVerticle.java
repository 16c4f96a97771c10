package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.bus.NotReadyException;
import io.kintsugi.cluster.liveness.Watch.Standing;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.cluster.storage.TermStore;
import io.kintsugi.coordinator.verticle.JobRejectedException.Reason;
import io.kintsugi.core.graph.JobGraph;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.CheckpointStatus;
import io.kintsugi.core.protocol.JobMetrics;
import io.kintsugi.core.protocol.JobPicture;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LoggedEvent;
import io.kintsugi.core.protocol.LoggedFailure;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.Pulse;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.protocol.SavepointStatus;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.core.protocol.WorkerEvent;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leads the cluster while this node is the one that should; runs on every coordinator.
 *
 * <pre>
 * following ──oldest coordinator──▶ taking a term ──stored──▶ leading ──another leads, or no quorum──▶ following
 * </pre>
 */
public final class LeaderVerticle extends VerticleBase implements JobDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderVerticle.class);

    /** Pause before the store is asked again for a term; repeated as long as this node should lead. */
    private static final long TERM_AGAIN_MS = 1_000;

    private final LeaderParts parts;
    private @Nullable Loop loop;
    private @Nullable Reign reign;
    private boolean takingTerm;
    /** Whether it waits after another coordinator has taken a later term. */
    private boolean replaced;

    private boolean stopped;

    public LeaderVerticle(LeaderParts parts) {
        this.parts = parts;
    }

    /** Completes when it is clear whether this node leads, and it does if it should. */
    @Override
    public Future<?> start() {
        Loop own = new Loop(vertx, context);
        loop = own;
        parts.bus().onEvent(this::takeEvent);
        parts.bus()
                .onReport(report -> own.run(() -> {
                    if (reign != null) {
                        reign.report(report);
                    }
                }));
        parts.membership().onChange(() -> own.run(() -> follow(own)));
        return follow(own);
    }

    @Override
    public Future<?> stop() {
        stopped = true;
        parts.bus().onEvent(event -> Future.failedFuture(new NotReadyException("this coordinator has stopped")));
        parts.bus().onReport(report -> {});
        stepDown("it stops");
        return Future.succeededFuture();
    }

    private Future<Void> follow(Loop own) {
        boolean shouldLead = !stopped
                && parts.membership()
                        .leader()
                        .filter(parts.membership().self()::equals)
                        .isPresent();
        if (!shouldLead) {
            stepDown("another coordinator is older, or too few are in view");
        } else if (reign != null) {
            reign.membersChanged();
        } else if (!takingTerm && !replaced) {
            return takeTerm(own);
        }
        return Future.succeededFuture();
    }

    private Future<Void> takeTerm(Loop own) {
        takingTerm = true;
        NodeId self = parts.membership().self();
        return own.blocking(() -> new TermStore(parts.files()).acquire(self))
                .onComplete(done -> takingTerm = false)
                .onFailure(failure -> {
                    LOG.error("node={} cannot take a term, so nobody leads cause=\"{}\"", self, failure.toString());
                    own.startTimer(TERM_AGAIN_MS, () -> follow(own));
                })
                .compose(term -> {
                    lead(own, term);
                    return follow(own);
                });
    }

    private void lead(Loop own, Term term) {
        LOG.info("node={} term={} leads", parts.membership().self(), term.value());
        Reign next = new Reign(term, parts, own, reason -> replaced(own, term, reason));
        reign = next;
        parts.heartbeat().lead(pulse -> standing(next, pulse, own));
    }

    /** Perhaps only the view of this node is old: it leads again if it still should after a while. */
    private void replaced(Loop own, Term term, String reason) {
        if (reign != null && reign.term().equals(term)) {
            stepDown("another one has taken over: " + reason);
            replaced = true;
            own.startTimer(parts.takeover().againMs(), () -> {
                replaced = false;
                follow(own);
            });
        }
    }

    /** Fails on a loop that has stopped; a reign that is over knows nobody. */
    private static Future<Standing> standing(Reign reign, Pulse pulse, Loop own) {
        return own.call(() -> reign.isOver() ? Standing.STRANGER : reign.heard(pulse));
    }

    private void stepDown(String reason) {
        if (reign != null) {
            parts.heartbeat().followAgain();
            LOG.info(
                    "node={} term={} leads no more reason=\"{}\"",
                    parts.membership().self(),
                    reign.term().value(),
                    reason);
            reign.end();
            reign = null;
        }
    }

    /** A worker whose event reaches a node that does not lead has to look again who does, so it must not give up. */
    private Future<Void> takeEvent(WorkerEvent event) {
        return onLeader(reigning -> reigning.event(event))
                .recover(failure -> Future.failedFuture(new NotReadyException(String.valueOf(failure.getMessage()))));
    }

    @Override
    public Future<Submitted> submit(SubmitRequest request) {
        return onReign(reigning -> reigning.submit(request));
    }

    @Override
    public Future<JobStatus> get(String name) {
        return onReign(reigning -> reigning.get(name));
    }

    @Override
    public Future<List<JobStatus>> list() {
        return onReign(reigning -> Future.succeededFuture(reigning.list()));
    }

    @Override
    public Future<JobStatus> stop(String name, StopMode mode) {
        return onReign(reigning -> reigning.stop(name, mode));
    }

    @Override
    public Future<JobStatus> stopWithSavepoint(String name, String savepoint) {
        return onReign(reigning -> reigning.savepoints().stop(name, savepoint));
    }

    @Override
    public Future<JobStatus> failTask(String name, TaskId task) {
        return onReign(reigning -> reigning.failTask(name, task));
    }

    @Override
    public Future<List<CheckpointStatus>> checkpoints(String name) {
        return onReign(reigning -> reigning.checkpoints(name));
    }

    @Override
    public Future<List<RecoveryStatus>> recoveries(String name) {
        return onReign(reigning -> reigning.recoveries(name));
    }

    @Override
    public Future<Void> requireFit(String name, StartFrom from, JobGraph graph) {
        return onReign(reigning -> reigning.savepoints().requireFit(name, from, graph));
    }

    @Override
    public Future<RecoveryStatus> recovery(String name, long id) {
        return onReign(reigning -> reigning.recovery(name, id));
    }

    @Override
    public Future<LossStatus> loss(String name) {
        return onReign(reigning -> reigning.loss(name));
    }

    @Override
    public Future<TaskStatus> task(String name, String task) {
        return onReign(reigning -> reigning.task(name, task));
    }

    @Override
    public Future<JobPicture> picture(String name) {
        return onReign(reigning -> reigning.of(name, JobRunner::picture));
    }

    @Override
    public Future<JobMetrics> metrics(String name, long windowMs, long stepMs) {
        return onReign(reigning -> reigning.of(name, job -> job.metrics(windowMs, stepMs)));
    }

    @Override
    public Future<List<LoggedEvent>> events(String name, LogPage page) {
        return onReign(reigning -> reigning.of(name, job -> job.events(page)));
    }

    @Override
    public Future<List<LoggedEvent>> clusterEvents(LogPage page) {
        return onReign(reigning ->
                Future.succeededFuture(reigning.events().between(page.after(), page.before(), page.limit())));
    }

    @Override
    public Future<List<LoggedFailure>> failures(String name, LogPage page) {
        return onReign(reigning -> reigning.of(name, job -> job.failures(page)));
    }

    @Override
    public Future<Restarting> restart(String name, @Nullable StartFrom from) {
        return onReign(reigning -> reigning.restarts().restart(name, from));
    }

    @Override
    public Future<NodeStanding> drain(String node, boolean drained) {
        return onReign(reigning -> reigning.heldBack().drains().set(node, drained));
    }

    @Override
    public Future<NodeStanding> quarantine(String node, Instant until, String reason) {
        return onReign(reigning -> reigning.heldBack().quarantines().begin(node, until, reason));
    }

    @Override
    public Future<NodeStanding> release(String node) {
        return onReign(reigning -> reigning.heldBack().quarantines().release(node));
    }

    @Override
    public Future<NodeStanding> standingOf(NodeId node) {
        return onReign(reigning -> reigning.heldBack().standing(node));
    }

    @Override
    public Future<JobStatus> delete(String name) {
        return onReign(reigning -> reigning.delete(name));
    }

    @Override
    public <T> Future<T> onlyIf(String name, long run, Supplier<Future<T>> action) {
        return onReign(reigning ->
                reigning.job(name).filter(job -> job.id().run() == run).isPresent()
                        ? action.get()
                        : JobRejectedException.future(
                                Reason.OTHER_RUN,
                                "job '%s' is not run %d; %s"
                                        .formatted(
                                                name,
                                                run,
                                                reigning.job(name)
                                                        .map(job -> "it is run "
                                                                + job.id().run())
                                                        .orElse("there is no job of this name"))));
    }

    @Override
    public Future<List<SavepointStatus>> savepoints(String name) {
        return onReign(reigning -> reigning.savepoints().list(name));
    }

    @Override
    public Future<SavepointStatus> savepoint(String name, String savepoint) {
        return onReign(reigning -> reigning.savepoints().get(name, savepoint));
    }

    @Override
    public Future<SavepointStatus> triggerSavepoint(String name, String savepoint) {
        return onReign(reigning -> reigning.savepoints().trigger(name, savepoint));
    }

    @Override
    public Future<SavepointStatus> deleteSavepoint(String name, String savepoint) {
        return onReign(reigning -> reigning.savepoints().delete(name, savepoint));
    }

    /** Behind the takeover, since the leader does not know all jobs before. */
    private <T> Future<T> onReign(Function<Reign, Future<T>> action) {
        return onLeader(reigning -> reigning.ready()
                .compose(ready -> reigning.isOver()
                        ? Future.failedFuture(notLeading(parts.membership()))
                        : action.apply(reigning)));
    }

    private <T> Future<T> onLeader(Function<Reign, Future<T>> action) {
        Loop own = loop;
        if (own == null) {
            return Future.failedFuture(notLeading(parts.membership()));
        }
        Promise<T> outcome = Promise.promise();
        if (own.isHere()) {
            apply(action, outcome);
        } else if (!own.run(() -> apply(action, outcome))) {
            outcome.fail(notLeading(parts.membership()));
        }
        return outcome.future();
    }

    private <T> void apply(Function<Reign, Future<T>> action, Promise<T> outcome) {
        if (reign == null) {
            outcome.fail(notLeading(parts.membership()));
            return;
        }
        try {
            action.apply(reign).onComplete(outcome);
        } catch (RuntimeException bug) {
            LOG.error("term={} a request or event broke", reign.term().value(), bug);
            outcome.fail(bug);
        }
    }

    static JobRejectedException notLeading(Membership membership) {
        Optional<NodeId> leader = membership.leader();
        return new JobRejectedException(
                Reason.NOT_LEADING,
                "node %s does not lead; %s"
                        .formatted(
                                membership.self(),
                                leader.map(id -> id + " does")
                                        .orElse("nobody does: too few coordinators are in view")));
    }
}
