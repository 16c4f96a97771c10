package io.kintsugi.cluster.bus;

import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.Pulse;
import io.kintsugi.core.protocol.PulseAnswer;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.protocol.WorkerInventory;
import java.util.List;

/** What travels between two nodes' control buses. */
sealed interface ControlMessage {
    /** Calls the one method of the handler that is for this message. */
    <R> R handle(Handler<R> handler);

    interface Handler<R> {
        R command(WorkerCommand command);

        R event(WorkerEvent event);

        R events(List<WorkerEvent> events);

        R report(TaskReport report);

        R greeting(Greeting greeting);

        R inventory(WorkerInventory inventory);

        R pulse(Pulse pulse);

        R answer(PulseAnswer answer);
    }

    record Command(WorkerCommand command) implements ControlMessage {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.command(command);
        }
    }

    record Event(WorkerEvent event) implements ControlMessage {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.event(event);
        }
    }

    /** Of one worker, in order. */
    record Events(List<WorkerEvent> events) implements ControlMessage {
        public Events {
            events = List.copyOf(events);
        }

        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.events(events);
        }
    }

    record Report(TaskReport report) implements ControlMessage {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.report(report);
        }
    }

    /** Opens the connection, tells which leader reigns, and asks for an {@link Inventory}. */
    record Greeting(NodeId from, Term term) implements ControlMessage {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.greeting(this);
        }
    }

    /** The answer to a greeting. */
    record Inventory(WorkerInventory inventory) implements ControlMessage {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.inventory(inventory);
        }
    }

    record Beat(Pulse pulse) implements ControlMessage {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.pulse(pulse);
        }
    }

    /** Only ever a reply. */
    record BeatAnswer(PulseAnswer answer) implements ControlMessage {
        @Override
        public <R> R handle(Handler<R> handler) {
            return handler.answer(answer);
        }
    }
}
