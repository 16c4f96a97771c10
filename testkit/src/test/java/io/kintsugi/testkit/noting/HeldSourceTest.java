package io.kintsugi.testkit.noting;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeldSourceTest {
    /** Says either of itself. */
    private record Told(boolean yes) implements Source<Long, Long> {
        @Override
        public SourceReader<Long, Long> reader(StepContext context) {
            throw new UnsupportedOperationException("only asked what it is");
        }

        @Override
        public Class<Long> recordType() {
            return Long.class;
        }

        @Override
        public boolean bounded() {
            return yes;
        }

        @Override
        public boolean deterministic() {
            return yes;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void saysOfItselfWhatTheSourceSaysThatItHolds(boolean yes) {
        HeldSource<Long> held = new HeldSource<>(new Told(yes), () -> Long.MAX_VALUE);

        assertThat(held.bounded()).isEqualTo(yes);
        assertThat(held.deterministic()).isEqualTo(yes);
        assertThat(held.recordType()).isEqualTo(Long.class);
        assertThat(held.positionType()).isEqualTo(Long.class);
    }
}
