package io.kintsugi.testkit.simulation;

import io.kintsugi.coordinator.checkpoint.CheckpointedJob;
import io.kintsugi.coordinator.checkpoint.Participants;
import io.kintsugi.coordinator.checkpoint.StoredCheckpoints;
import io.kintsugi.coordinator.job.JobEvent;
import io.kintsugi.coordinator.job.JobMaster;
import io.kintsugi.coordinator.job.JobToRun;
import io.kintsugi.coordinator.job.Survey;
import io.kintsugi.coordinator.schedule.Placement;
import io.kintsugi.coordinator.schedule.PlacementResult;
import io.kintsugi.coordinator.schedule.Scheduler;
import io.kintsugi.coordinator.schedule.SlotOffer;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.config.WatermarkSettings;
import io.kintsugi.core.graph.Plan;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.JobInventory;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.StopRequest;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.MemorySnapshotStore;
import io.kintsugi.core.snapshot.RestorePoint;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.kintsugi.worker.channel.Frame;
import io.kintsugi.worker.exchange.BatchStorage;
import io.kintsugi.worker.task.TaskBegin;
import io.kintsugi.worker.task.TaskChain;
import io.kintsugi.worker.task.TaskSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** One leader, some workers, a network and a store, and what goes wrong with them. */
final class SimulatedCluster implements Fault.Visitor<Boolean> {
    static final int WORKERS = 3;
    static final int SLOTS = 3;

    private static final long GREET_AGAIN_MS = 50;
    /** More than leaders can be replaced in one run: the next one begins with later terms. */
    private static final long TERMS_OF_A_RUN = 1_000;

    private static final int SINK_FLUSH_MS = 20;
    private static final int RETAINED = 3;
    private static final long SEEN_DEAD_MS_MAX = 100;
    /** Between two looks whether a worker has no task any more. */
    private static final long DRAINED_AGAIN_MS = 10;

    /** Small enough that credits run out and rings are used. */
    private static final ChannelSettings CHANNELS = new ChannelSettings(4, 6, 4_096, 65_536, 5, 50, 250);

    /** Missing inputs hold event time back for less than a restart takes, so that time does go on without them. */
    private static final WatermarkSettings WATERMARKS = new WatermarkSettings(WatermarkSettings.EXACT, LateJob.HOLD_MS);

    private static final CoordinatorSettings COORDINATOR =
            new CoordinatorSettings(20, 50, 20_000, 2_000, 10_000, 500, 10, 10, 10, 100);

    private final Agenda agenda = new Agenda();
    private final RandomGenerator random;
    private final SimulatedNetwork network;
    private final SimulatedStore store;
    private final Journal journal = new Journal(agenda);
    private final Invariants invariants = new Invariants(this);
    private final Run run;
    private final Job job;
    private final Plan plan;
    private final List<SimulatedWorker> workers = new ArrayList<>();
    /** The process that runs in each place now. */
    private final SimulatedWorker[] places = new SimulatedWorker[WORKERS];

    private final Set<NodeId> members = new TreeSet<>();
    private final Set<NodeId> drained = new TreeSet<>();
    private final Set<TaskId> failToOpen = new TreeSet<>();
    private Term term;
    private SimulatedLeader leader;
    /** Whether there is one that has taken over all that there was. */
    private boolean led = true;

    private Optional<StopRequest> stop = Optional.empty();
    private int started;

    /**
     * Which run of the job it is, and what it finds.
     *
     * @param from what the tasks begin with; empty for a first run
     */
    record Run(JobId id, Optional<Manifest> from, MemorySnapshotStore kept) {
        static Run first() {
            return new Run(new JobId("counting", 1), Optional.empty(), new MemorySnapshotStore());
        }

        /** Another one that goes on from what this one has stored last. */
        Run next() {
            Optional<Manifest> last = checkpoints().stream().reduce((older, newer) -> newer);
            return new Run(new JobId(id.name(), id.run() + 1), last, kept);
        }

        private List<Manifest> checkpoints() {
            return kept.checkpoints(id.name()).readable();
        }

        private StoredCheckpoints found() {
            return new StoredCheckpoints(checkpoints(), List.of(), from.orElse(null), false);
        }
    }

    SimulatedCluster(long seed, Job job, FaultPlan faults, Run run) {
        this.run = run;
        this.term = new Term((run.id().run() - 1) * TERMS_OF_A_RUN + 1);
        this.random = new Random(seed);
        this.job = job;
        this.plan = Plan.of(job.graph());
        this.network = new SimulatedNetwork(agenda, random, faults.weather());
        this.store = new SimulatedStore(run.kept(), agenda, random);
        for (int place = 0; place < WORKERS; place++) {
            start(place);
        }
        this.leader = new SimulatedLeader(this, term, master(run.found(), placement()));
        faults.faults()
                .forEach(fault -> agenda.inMs(fault.atMs(), () -> {
                    journal.note("fault: " + fault);
                    fault.accept(this);
                }));
        agenda.in(0, () -> leader.take(new JobEvent.JobSubmitted()));
    }

    private void start(int place) {
        SimulatedWorker worker = new SimulatedWorker(this, new NodeId("worker-" + place, "i" + started++));
        places[place] = worker;
        workers.add(worker);
        members.add(worker.node());
    }

    private JobMaster master(StoredCheckpoints found, Placement placement) {
        JobSpec spec =
                new JobSpec(run.id(), "counting", Map.of(), null, job.graph().fingerprint());
        CheckpointedJob checkpoints = job.graph()
                .checkpointing()
                .map(rules -> new CheckpointedJob(
                        run.id(), term, plan.keyGroups(), Participants.of(plan), rules, RETAINED, found))
                .orElse(null);
        JobToRun toRun = new JobToRun(spec, plan, placement, term, job.graph().recovery(), checkpoints);
        return new JobMaster(toRun, COORDINATOR, random, agenda.nowMs());
    }

    private Placement placement() {
        List<SlotOffer> offers = members.stream()
                .map(worker -> new SlotOffer(worker, SLOTS, SLOTS))
                .toList();
        return ((PlacementResult.Placed) Scheduler.place(plan, offers)).placement();
    }

    /** Whether it is a defect of the engine and no failure of a function: nothing may be hidden by a restart. */
    static boolean isBug(Throwable cause) {
        return !(cause instanceof InjectedFailure);
    }

    /** What a function throws when a fault says so. */
    static final class InjectedFailure extends RuntimeException {
        private static final long serialVersionUID = 1L;

        InjectedFailure(String message) {
            super(message);
        }
    }

    Agenda agenda() {
        return agenda;
    }

    RandomGenerator random() {
        return random;
    }

    SimulatedNetwork network() {
        return network;
    }

    SimulatedStore store() {
        return store;
    }

    Journal journal() {
        return journal;
    }

    Invariants invariants() {
        return invariants;
    }

    /** Whom workers take for the leader; empty while it is about to take over. */
    Optional<SimulatedLeader> leader() {
        return led ? Optional.of(leader) : Optional.empty();
    }

    /** The newest that has led. */
    SimulatedLeader lastLeader() {
        return leader;
    }

    /** The newest that anybody has taken. */
    Term newestTerm() {
        return term;
    }

    boolean ended() {
        return led && leader.ended();
    }

    /** Somebody asks the job to stop with a savepoint, and the next leader knows it. */
    void stopWith(String savepoint) {
        stop = Optional.of(new StopRequest(StopMode.SAVEPOINT, savepoint));
        leader().ifPresent(now -> now.take(new JobEvent.SavepointStopRequested(savepoint)));
    }

    /** Workers that the leader believes to be there. */
    List<NodeId> members() {
        return List.copyOf(members);
    }

    List<SimulatedWorker> workers() {
        return workers;
    }

    Optional<SimulatedWorker> worker(NodeId node) {
        return workers.stream().filter(worker -> worker.node().equals(node)).findFirst();
    }

    TaskSpec taskSpec(AttemptId attempt, RestorePoint restore) {
        return new TaskSpec(
                run.id(),
                plan,
                attempt,
                CHANNELS,
                WATERMARKS,
                SINK_FLUSH_MS,
                TaskSpec.Checkpoints.of(job.graph().checkpointing().orElse(null), restore),
                job.graph().recovery().absentConsumer(),
                TaskBegin.of(run.id(), attempt, restore),
                BatchStorage.none());
    }

    TaskChain spare(TaskId place) {
        return TaskChain.spare(new TaskChain.Setting(
                run.id(),
                plan,
                plan.vertex(place),
                CHANNELS,
                WATERMARKS,
                SINK_FLUSH_MS,
                job.graph().checkpointing().isPresent()));
    }

    /** The last checkpoint that was completed. */
    Optional<Manifest> lastManifest() {
        return run.checkpoints().stream().reduce((older, newer) -> newer);
    }

    /** Brings a frame to whatever attempt of the task at the other end runs there. */
    void send(NodeId from, NodeId to, Frame frame) {
        TaskId receiver =
                frame instanceof Frame.ToConsumer ? plan.consumer(frame.channel()) : plan.producer(frame.channel());
        network.send(from, to, () -> worker(to).ifPresent(worker -> worker.receive(receiver, frame)));
    }

    /** Stored versions that no manifest refers to. */
    List<VersionId> unreferenced() {
        Set<VersionId> referenced = run.checkpoints().stream()
                .flatMap(manifest -> manifest.versions().stream())
                .map(StateVersion::id)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        return store.kept().versions(run.id()).stream()
                .filter(version -> !referenced.contains(version))
                .toList();
    }

    /** Once for each {@link Fault.DeployFails}. */
    boolean failsToOpen(TaskId task) {
        return failToOpen.remove(task);
    }

    @Override
    public Boolean taskFails(Fault.TaskFails fault) {
        for (SimulatedWorker worker : workers) {
            for (SimulatedTask task : worker.tasks()) {
                if (task.attempt().task().equals(fault.task()) && task.isLive()) {
                    worker.in(0, () -> task.fail(new InjectedFailure("injected by the simulation")));
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public Boolean workerDies(Fault.WorkerDies fault) {
        SimulatedWorker dead = places[fault.worker()];
        dead.die();
        agenda.inMs(random.nextLong(SEEN_DEAD_MS_MAX), () -> {
            members.remove(dead.node());
            leader().ifPresent(now -> now.take(new JobEvent.WorkerLost(dead.node())));
        });
        agenda.inMs(fault.replacedAfterMs(), () -> {
            if (places[fault.worker()] == dead) {
                start(fault.worker());
            }
        });
        return true;
    }

    @Override
    public Boolean nodeIsDrained(Fault.NodeIsDrained fault) {
        SimulatedWorker worker = places[fault.worker()];
        boolean others = members.stream().anyMatch(other -> !drained.contains(other) && !other.equals(worker.node()));
        if (others && members.contains(worker.node()) && drained.add(worker.node())) {
            leader().ifPresent(now -> now.take(new JobEvent.WorkersHeldBack(drained, Set.of())));
            stopWhenDrained(worker, fault);
        }
        return others;
    }

    private void stopWhenDrained(SimulatedWorker worker, Fault.NodeIsDrained fault) {
        if (places[fault.worker()] != worker || !members.contains(worker.node())) {
            return;
        }
        boolean empty = worker.tasks().stream().noneMatch(SimulatedTask::isLive);
        if (!empty || !led || leader.uses(worker.node())) {
            agenda.inMs(DRAINED_AGAIN_MS, () -> stopWhenDrained(worker, fault));
            return;
        }
        journal.note("drained: " + worker.node() + " stops");
        workerDies(new Fault.WorkerDies(agenda.nowMs(), fault.worker(), fault.replacedAfterMs()));
    }

    /** Workers that are to have no tasks. */
    Set<NodeId> drained() {
        return drained;
    }

    @Override
    public Boolean workerPauses(Fault.WorkerPauses fault) {
        places[fault.worker()].pause(fault.forMs());
        return true;
    }

    @Override
    public Boolean linkBreaks(Fault.LinkBreaks fault) {
        network.breakLink(places[fault.worker()].node(), places[fault.other()].node(), fault.forMs());
        return true;
    }

    @Override
    public Boolean storeFails(Fault.StoreFails fault) {
        store.failFor(fault.forMs());
        return true;
    }

    @Override
    public Boolean storeIsSlow(Fault.StoreIsSlow fault) {
        store.beSlowFor(fault.forMs(), fault.writeMs());
        return true;
    }

    @Override
    public Boolean versionIsDamaged(Fault.VersionIsDamaged fault) {
        return leader().flatMap(SimulatedLeader::restorable)
                .map(manifest -> {
                    List<StateVersion> versions = manifest.versions();
                    return store.kept()
                            .damage(versions.get(fault.version() % versions.size())
                                    .id());
                })
                .orElse(false);
    }

    @Override
    public Boolean deployFails(Fault.DeployFails fault) {
        return failToOpen.add(fault.task());
    }

    @Override
    public Boolean leaderIsReplaced(Fault.LeaderIsReplaced fault) {
        SimulatedLeader before = leader;
        if (!led || before.ended()) {
            return false;
        }
        if (fault.dies()) {
            before.end();
        }
        agenda.inMs(fault.afterMs(), () -> {
            if (led && leader == before && !before.ended()) {
                takeOver();
            }
        });
        return true;
    }

    private void takeOver() {
        led = false;
        term = term.next();
        journal.note("term " + term.value() + " begins");
        new Takeover(term).ask();
    }

    /** Asks every worker, again and again, and goes on with the job when all have answered. */
    private final class Takeover {
        private final Term own;
        private final Map<NodeId, Optional<JobInventory>> answers = new TreeMap<>();

        Takeover(Term own) {
            this.own = own;
        }

        void ask() {
            if (answers.keySet().containsAll(members)) {
                begin();
                return;
            }
            members.stream().filter(worker -> !answers.containsKey(worker)).forEach(this::greet);
            agenda.inMs(GREET_AGAIN_MS, this::ask);
        }

        private void greet(NodeId worker) {
            NodeId self = SimulatedLeader.node(own);
            network.send(
                    self,
                    worker,
                    () -> worker(worker)
                            .ifPresent(there -> there.greeted(
                                    own, answer -> network.send(worker, self, () -> answers.put(worker, answer)))));
        }

        private void begin() {
            StoredCheckpoints kept = run.found();
            StoredCheckpoints found = new StoredCheckpoints(
                    store.kept().takeOver(run.id().name(), own).readable(),
                    store.kept().savepoints(run.id().name()).readable(),
                    kept.restore(),
                    kept.dropUnmatched());
            List<Survey.Answer> heard = new ArrayList<>();
            answers.forEach((worker, answer) -> answer.filter(job -> members.contains(worker))
                    .ifPresent(job -> heard.add(new Survey.Answer(worker, job))));
            Survey survey = new Survey(plan, heard, store.kept().versions(run.id()), own);
            journal.note("term " + own.value() + " takes over: " + survey.describe());
            leader = new SimulatedLeader(SimulatedCluster.this, own, master(found, survey.placement()));
            led = true;
            leader.take(new JobEvent.WorkersHeldBack(drained, Set.of()));
            leader.take(new JobEvent.JobTakenOver(survey, stop));
            invariants.takenOver(plan.tasks(), heard, leader.status());
        }
    }
}
