package io.kintsugi.worker.verticle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.kintsugi.cluster.bus.ControlBus;
import io.kintsugi.cluster.bus.NotReadyException;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.SingleNode;
import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Role;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.WorkerEvent;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class EventOutboxTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final int TIMEOUT_MS = 60_000;

    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();
    private final List<WorkerEvent> taken = new CopyOnWriteArrayList<>();
    private ControlBus bus;
    private EventOutbox outbox;

    @BeforeEach
    void start() throws Exception {
        NodeId self = new NodeId("w", "w1");
        bus = outcome(ControlBus.start(vertx, self, TIMEOUT_MS));
        outbox = new EventOutbox(
                bus,
                new SingleNode(new Member(self, Set.of(Role.COORDINATOR, Role.WORKER), 1, "")),
                action -> context.runOnContext(go -> action.run()));
    }

    @AfterEach
    void stop() throws Exception {
        outcome(vertx.close());
    }

    private static <T> T outcome(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(SOON.toSeconds(), TimeUnit.SECONDS);
    }

    private static List<WorkerEvent> events(int count) {
        JobId job = new JobId("clicks", 1);
        return IntStream.range(0, count)
                .<WorkerEvent>mapToObj(i -> new WorkerEvent.TaskRunning(job, new AttemptId(new TaskId("work", i), 1)))
                .toList();
    }

    private void add(List<WorkerEvent> events) {
        context.runOnContext(go -> events.forEach(outbox::add));
    }

    private void awaitTaken(int count) {
        await().atMost(SOON).until(() -> taken.size() >= count);
    }

    /** One round trip for each of them made a task that ran long ago count as one that does not, on a busy machine. */
    @Test
    void whatHasComeUpWhileTheLeaderWasBusyIsToldTogether() {
        List<WorkerEvent> events = events(50);
        Promise<Void> busy = Promise.promise();
        bus.onEvent(event -> {
            taken.add(event);
            return event.equals(events.get(0))
                    ? busy.future()
                    : Promise.<Void>promise().future();
        });

        add(events);
        awaitTaken(1);
        busy.complete();
        awaitTaken(50);

        assertThat(taken).isEqualTo(events);
    }

    @Test
    void moreThanFitIntoOneMessageComeInOrder() {
        List<WorkerEvent> events = events(1_000);
        bus.onEvent(event -> {
            taken.add(event);
            return Future.succeededFuture();
        });

        add(events);
        awaitTaken(1_000);

        assertThat(taken).isEqualTo(events);
    }

    /** Those behind it were told with it once, and are told again when it has been taken. */
    @Test
    void whileOneHasToWaitThoseBehindItAreNotToldAgainAndAgain() {
        List<WorkerEvent> events = events(10);
        List<WorkerEvent> refused = new CopyOnWriteArrayList<>();
        bus.onEvent(event -> {
            if (event.equals(events.get(1)) && refused.size() < 3) {
                refused.add(event);
                return Future.failedFuture(new NotReadyException("its job is being taken over"));
            }
            taken.add(event);
            return Future.succeededFuture();
        });

        add(events);
        await().atMost(SOON).until(() -> taken.contains(events.get(1)));
        awaitTaken(18);

        List<WorkerEvent> expected = new ArrayList<>();
        expected.add(events.get(0));
        expected.addAll(events.subList(2, 10));
        expected.addAll(events.subList(1, 10));
        assertThat(taken).isEqualTo(expected);
    }
}
