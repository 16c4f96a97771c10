package io.kintsugi.cluster.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.kintsugi.cluster.membership.ClusteredVertx;
import io.kintsugi.cluster.membership.Nodes;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ControlBusTest {
    private static final int TIMEOUT_MS = 60_000;

    /** Where the time-out is what a test waits for. */
    private static final int SOON_MS = 500;

    @TempDir
    private static Path folder;

    private static Nodes nodes;
    private static Vertx leaderVertx;
    private static ControlBus leader;
    private static ControlBus worker;
    private static NodeId leaderId;
    private static NodeId workerId;

    @BeforeAll
    static void startTwoNodes() {
        nodes = new Nodes(folder);
        ClusteredVertx first = nodes.start("leader", 1, Role.COORDINATOR);
        ClusteredVertx second = nodes.start("worker", 1, Role.WORKER);
        leaderVertx = first.vertx();
        leaderId = first.membership().self();
        workerId = second.membership().self();
        leader = Nodes.await(ControlBus.start(first.vertx(), leaderId, TIMEOUT_MS));
        worker = Nodes.await(ControlBus.start(second.vertx(), workerId, TIMEOUT_MS));
    }

    @AfterAll
    static void stop() {
        nodes.close();
    }

    @Test
    void carriesEveryCommandToItsWorkerAndTellsThatItWasTaken() {
        List<WorkerCommand> taken = new CopyOnWriteArrayList<>();
        worker.onCommand(command -> {
            taken.add(command);
            return Future.succeededFuture();
        });

        Messages.commands().forEach(command -> Nodes.await(leader.command(workerId, command)));

        assertThat(taken).isEqualTo(Messages.commands());
    }

    @Test
    void carriesEveryEventAndReportToTheLeader() {
        List<WorkerEvent> events = new CopyOnWriteArrayList<>();
        List<TaskReport> reports = new CopyOnWriteArrayList<>();
        leader.onEvent(event -> {
            events.add(event);
            return Future.succeededFuture();
        });
        leader.onReport(reports::add);

        Messages.events().forEach(event -> Nodes.await(worker.event(leaderId, event)));
        Nodes.await(worker.events(leaderId, Messages.events()));
        worker.report(leaderId, Messages.report());

        List<WorkerEvent> twice = new ArrayList<>(Messages.events());
        twice.addAll(Messages.events());
        assertThat(events).isEqualTo(twice);
        await().atMost(TIMEOUT_MS, TimeUnit.MILLISECONDS)
                .untilAsserted(() -> assertThat(reports).containsExactly(Messages.report()));
    }

    @Test
    void aRefusalIsToldApartFromSilence() {
        worker.onCommand(command -> Future.failedFuture("term 7 is over"));
        assertThatThrownBy(() -> command(0))
                .cause()
                .isInstanceOf(RefusedException.class)
                .hasMessage("term 7 is over");

        worker.onCommand(command -> Promise.<Void>promise().future());
        ControlBus impatient = Nodes.await(ControlBus.start(leaderVertx, new NodeId("impatient", "x1"), SOON_MS));
        assertThatThrownBy(() -> Nodes.await(
                        impatient.command(workerId, Messages.commands().get(0))))
                .cause()
                .isNotInstanceOf(RefusedException.class);
    }

    @Test
    void aNodeThatIsNotReadyIsAskedAgain() {
        Vertx vertx = Vertx.vertx();
        NodeId self = new NodeId("alone", "x1");
        ControlBus bus = Nodes.await(ControlBus.start(vertx, self, SOON_MS));

        assertThatThrownBy(
                        () -> Nodes.await(bus.command(self, Messages.commands().get(0))))
                .cause()
                .isNotInstanceOf(RefusedException.class);

        Nodes.await(vertx.close());
    }

    @Test
    void greetsANodeThatAnswersWithWhatItHasUnlessItKnowsAHigherTerm() {
        worker.onGreeting(term -> term.value() < 7
                ? Future.failedFuture(new SupersededException("this worker has seen 7"))
                : Future.succeededFuture(Messages.inventory()));

        assertThat(Nodes.await(leader.greet(workerId, new Term(7)))).isEqualTo(Messages.inventory());

        assertThatThrownBy(() -> Nodes.await(leader.greet(workerId, new Term(6))))
                .cause()
                .isInstanceOf(SupersededException.class)
                .hasMessage("this worker has seen 7");
        assertThatThrownBy(() -> Nodes.await(leader.greet(new NodeId("worker", "earlier"), new Term(7))))
                .cause()
                .isNotInstanceOf(RefusedException.class);
    }

    private static void command(int index) {
        Nodes.await(leader.command(workerId, Messages.commands().get(index)));
    }
}
