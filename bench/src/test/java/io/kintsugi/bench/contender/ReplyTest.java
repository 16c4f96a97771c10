package io.kintsugi.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.bench.recovery.Outage;
import io.kintsugi.bench.recovery.Trial;
import io.kintsugi.bench.workload.RunResult;
import io.kintsugi.bench.workload.Sunk;
import io.kintsugi.bench.workload.Workload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyTest {
    @Test
    void readsBackWhatItWrites() {
        Reply ran = new Reply.Ran(new RunResult(5_000_000_123L, new Sunk(20_000_000, -42)), new Noise(1.93, 0.02, 0));
        Reply endured = new Reply.Endured(new Outage(38, 7, 9, 0.9981), new Noise(1.5, 0.02, 0));
        Reply ready = new Reply.Ready("17.0.15+6-Debian-1deb12u1");

        assertThat(Reply.parse(ran.line())).isEqualTo(ran);
        assertThat(Reply.parse(endured.line())).isEqualTo(endured);
        assertThat(Reply.parse(ready.line())).isEqualTo(ready);
        assertThat(Reply.parse(new Reply.Failed("disk\nfull").line())).isEqualTo(new Reply.Failed("disk full"));
    }

    @Test
    void readsBackARequest() {
        Request request = new Request(Workload.W2, 20_000_000);

        assertThat(Request.parse(request.line())).isEqualTo(request);
        assertThat(Trial.parse(new Trial(5_000, 1).line())).isEqualTo(new Trial(5_000, 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ran", "ran 1 2", "Picked up JAVA_TOOL_OPTIONS"})
    void quotesALineThatIsNoReply(String line) {
        assertThatThrownBy(() -> Reply.parse(line))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"" + line + "\"");
    }
}
