package io.kintsugi.cluster.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.Pulse;
import io.kintsugi.core.protocol.PulseAnswer;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.RestorePoint;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ControlCodecTest {
    private static final int OFFSET = 5;

    private final ControlCodec codec = new ControlCodec();

    @Test
    void readsEveryMessageAsItWasWritten() {
        List<ControlMessage> messages = allMessages();

        for (ControlMessage message : messages) {
            assertThat(codec.decodeFromWire(OFFSET, written(message))).isEqualTo(message);
        }
    }

    @Test
    void aTaskMayBeginWithoutASpare() {
        ControlMessage plain = new ControlMessage.Command(
                new WorkerCommand.DeployTask(new Term(7), Messages.SPEC, Messages.ATTEMPT, RestorePoint.empty()));

        assertThat(codec.decodeFromWire(OFFSET, written(plain))).isEqualTo(plain);
    }

    @Test
    void knowsEveryCommandAndEventThatTheProtocolHas() {
        assertThat(Messages.commands()).hasSameSizeAs(WorkerCommand.class.getPermittedSubclasses());
        assertThat(Messages.events()).hasSameSizeAs(WorkerEvent.class.getPermittedSubclasses());
        assertThat(allMessages()).hasSameSizeAs(ControlKind.values());
    }

    @Test
    void refusesAnotherVersionAndNamesBoth() {
        int other = ControlCodec.VERSION + 1;
        Buffer bytes =
                written(new ControlMessage.Greeting(Messages.NODE, new Term(7))).setByte(OFFSET, (byte) other);

        assertThatThrownBy(() -> codec.decodeFromWire(OFFSET, bytes))
                .hasMessageContaining("version " + other)
                .hasMessageContaining("speaks " + ControlCodec.VERSION);
    }

    @Test
    void refusesBytesThatEndTooSoonWhereverTheyAreCut() {
        for (ControlMessage message : allMessages()) {
            Buffer whole = written(message);
            for (int length = OFFSET; length < whole.length(); length++) {
                Buffer cut = whole.getBuffer(0, length);

                assertThatThrownBy(() -> codec.decodeFromWire(OFFSET, cut))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    private Buffer written(ControlMessage message) {
        Buffer buffer = Buffer.buffer(new byte[OFFSET]);
        codec.encodeToWire(buffer, message);
        return buffer;
    }

    private static List<ControlMessage> allMessages() {
        List<ControlMessage> messages = new ArrayList<>();
        Messages.commands().forEach(command -> messages.add(new ControlMessage.Command(command)));
        Messages.events().forEach(event -> messages.add(new ControlMessage.Event(event)));
        messages.add(new ControlMessage.Events(Messages.events()));
        messages.add(new ControlMessage.Report(Messages.report()));
        messages.add(new ControlMessage.Greeting(Messages.NODE, new Term(7)));
        messages.add(new ControlMessage.Inventory(Messages.inventory()));
        messages.add(new ControlMessage.Beat(new Pulse(Messages.NODE, List.of(Messages.NODE))));
        messages.add(new ControlMessage.BeatAnswer(new PulseAnswer(4_000, 12, true)));
        return messages;
    }
}
