package io.kintsugi.cluster.bus;

import io.kintsugi.cluster.membership.ControlAddress;
import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.Pulse;
import io.kintsugi.core.protocol.PulseAnswer;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.protocol.WorkerInventory;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import io.vertx.core.internal.VertxInternal;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A node's end of the control plane: commands to workers, events and reports to the leader. It has one clustered
 * address for each incarnation of a node, so what is meant for an earlier one reaches nobody.
 *
 * <p>An acknowledged message fails with {@link RefusedException} when the other node said no, which is final. Every other
 * failure means that the outcome is unknown: the sender repeats, and the receiver must take a message twice.
 *
 * <p>Any thread may call. Handlers and the returned futures run on the bus's own event loop and must not block it. The
 * loop belongs to no verticle: the event bus pings a connection only as long as the context that opened it lives.
 */
public final class ControlBus {
    public static final int TIMEOUT_MS = 2_000;

    private static final int REFUSED = 1;
    private static final int NOT_READY = 2;
    private static final int UNREADABLE = 3;
    private static final int SUPERSEDED = 4;

    private final NodeId self;
    private final EventBus eventBus;
    private final Context context;
    private final DeliveryOptions options;
    private final MessageConsumer<ControlMessage> consumer;
    private volatile Function<WorkerCommand, Future<Void>> onCommand = command -> notReady();
    private volatile Function<Term, Future<WorkerInventory>> onGreeting = term -> notReady();
    private volatile Function<WorkerEvent, Future<Void>> onEvent = event -> notReady();
    private volatile Consumer<TaskReport> onReport = report -> {};
    private volatile Function<Pulse, Future<PulseAnswer>> onPulse = pulse -> notReady();

    private ControlBus(Vertx vertx, NodeId self, Context context, int timeoutMs) {
        this.self = self;
        this.eventBus = vertx.eventBus();
        this.context = context;
        this.options = new DeliveryOptions().setCodecName(ControlCodec.NAME).setSendTimeout(timeoutMs);
        this.consumer = eventBus.consumer(ControlAddress.of(self), this::receive);
    }

    public static Future<ControlBus> start(Vertx vertx, NodeId self) {
        return start(vertx, self, TIMEOUT_MS);
    }

    /** Registers the address; the bus can be reached by every node once the future has completed. */
    public static Future<ControlBus> start(Vertx vertx, NodeId self, int timeoutMs) {
        Context context = ((VertxInternal) vertx).createEventLoopContext();
        Promise<ControlBus> started = Promise.promise();
        context.runOnContext(v -> {
            registerCodec(vertx.eventBus());
            ControlBus bus = new ControlBus(vertx, self, context, timeoutMs);
            bus.consumer.completion().map(bus).onComplete(started);
        });
        return started.future();
    }

    /** Two nodes inside one Vert.x share its codecs. */
    private static void registerCodec(EventBus eventBus) {
        try {
            eventBus.registerCodec(new ControlCodec());
        } catch (IllegalStateException alreadyRegistered) {
            // The same codec, as the name says.
        }
    }

    /** Completes when the worker has taken the command, which it may carry out later. */
    public Future<Void> command(NodeId worker, WorkerCommand command) {
        return request(worker, new ControlMessage.Command(command));
    }

    /**
     * Takes over the commands of this node. A failed future refuses the command for good, but for
     * {@link NotReadyException}: then the sender repeats. One handler at a time.
     */
    public void onCommand(Function<WorkerCommand, Future<Void>> handler) {
        onCommand = handler;
    }

    /**
     * From now on leaders that greet this node are answered, which tells them that it takes commands; by the rules of {@link
     * #onCommand}.
     */
    public void onGreeting(Function<Term, Future<WorkerInventory>> handler) {
        onGreeting = handler;
    }

    /** Completes when the leader has taken the event. */
    public Future<Void> event(NodeId leader, WorkerEvent event) {
        return request(leader, new ControlMessage.Event(event));
    }

    /** Completes when the leader has taken all of these, which it does in order; if it fails it may have taken some. */
    public Future<Void> events(NodeId leader, List<WorkerEvent> events) {
        return request(leader, new ControlMessage.Events(events));
    }

    /** Takes over the events that workers send to this node, by the rules of {@link #onCommand}. */
    public void onEvent(Function<WorkerEvent, Future<Void>> handler) {
        onEvent = handler;
    }

    /** Sends counters once; nobody learns whether they arrive. */
    public void report(NodeId leader, TaskReport report) {
        ControlMessage message = new ControlMessage.Report(report);
        context.runOnContext(v -> eventBus.send(ControlAddress.of(leader), message, options));
    }

    public void onReport(Consumer<TaskReport> handler) {
        onReport = handler;
    }

    /** Opens the connection to a worker, which obeys no lower term from now on, and completes with what it has. */
    public Future<WorkerInventory> greet(NodeId node, Term term) {
        return ask(node, new ControlMessage.Greeting(self, term))
                .map(answer -> ((ControlMessage.Inventory) answer).inventory());
    }

    /** Asks a node for a sign of life; fails after {@code timeoutMs} without one. */
    Future<PulseAnswer> pulse(NodeId node, Pulse pulse, int timeoutMs) {
        DeliveryOptions soon = new DeliveryOptions(options).setSendTimeout(timeoutMs);
        Promise<PulseAnswer> promise = Promise.promise();
        context.runOnContext(
                v -> eventBus.<ControlMessage>request(ControlAddress.of(node), new ControlMessage.Beat(pulse), soon)
                        .map(reply -> ((ControlMessage.BeatAnswer) reply.body()).answer())
                        .onComplete(promise));
        return promise.future();
    }

    void onPulse(Function<Pulse, Future<PulseAnswer>> handler) {
        onPulse = handler;
    }

    /** Runs the action on the bus's loop: whether and when it does tells if that is free. */
    void onLoop(Runnable action) {
        context.runOnContext(v -> action.run());
    }

    /** Takes the address away; what arrives later finds nobody. */
    public Future<Void> close() {
        return consumer.unregister();
    }

    private Future<Void> request(NodeId node, ControlMessage message) {
        return ask(node, message).mapEmpty();
    }

    private Future<Object> ask(NodeId node, ControlMessage message) {
        Promise<Object> promise = Promise.promise();
        context.runOnContext(v -> eventBus.<Object>request(ControlAddress.of(node), message, options)
                .map(Message::body)
                .recover(failure -> Future.failedFuture(typed(failure)))
                .onComplete(promise));
        return promise.future();
    }

    private static Throwable typed(Throwable failure) {
        if (!(failure instanceof ReplyException reply) || reply.failureType() != ReplyFailure.RECIPIENT_FAILURE) {
            return failure;
        }
        String reason = String.valueOf(reply.getMessage());
        return switch (reply.failureCode()) {
            case NOT_READY -> failure;
            case SUPERSEDED -> new SupersededException(reason);
            default -> new RefusedException(reason);
        };
    }

    private void receive(Message<ControlMessage> message) {
        ControlMessage body;
        try {
            body = message.body();
        } catch (RuntimeException e) {
            message.fail(UNREADABLE, String.valueOf(e.getMessage()));
            return;
        }
        Future<?> done;
        try {
            done = body.handle(new Receiver());
        } catch (RuntimeException e) {
            done = Future.failedFuture(e);
        }
        done.onSuccess(answer -> message.reply(answer, answer == null ? new DeliveryOptions() : options))
                .onFailure(failure -> message.fail(
                        code(failure), failure.getMessage() == null ? failure.toString() : failure.getMessage()));
    }

    private static int code(Throwable failure) {
        if (failure instanceof SupersededException) {
            return SUPERSEDED;
        }
        return failure instanceof NotReadyException ? NOT_READY : REFUSED;
    }

    private static <T> Future<T> notReady() {
        return Future.failedFuture(new NotReadyException("this node does not take such messages yet"));
    }

    /** What comes out is sent back: nothing, or an answer. */
    private final class Receiver implements ControlMessage.Handler<Future<?>> {
        @Override
        public Future<?> command(WorkerCommand command) {
            return onCommand.apply(command);
        }

        @Override
        public Future<?> event(WorkerEvent event) {
            return onEvent.apply(event);
        }

        @Override
        public Future<?> events(List<WorkerEvent> events) {
            return Future.join(events.stream().map(onEvent).toList()).mapEmpty();
        }

        @Override
        public Future<?> report(TaskReport report) {
            onReport.accept(report);
            return Future.succeededFuture();
        }

        @Override
        public Future<?> greeting(ControlMessage.Greeting greeting) {
            return onGreeting.apply(greeting.term()).map(ControlMessage.Inventory::new);
        }

        @Override
        public Future<?> inventory(WorkerInventory inventory) {
            return Future.failedFuture("an inventory is an answer, and comes to nobody unasked");
        }

        @Override
        public Future<ControlMessage> pulse(Pulse pulse) {
            return onPulse.apply(pulse).map(ControlMessage.BeatAnswer::new);
        }

        @Override
        public Future<Void> answer(PulseAnswer answer) {
            return Future.failedFuture("an answer to no question");
        }
    }
}
