package io.kintsugi.core.function;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DeclarationsTest {
    @Test
    void aPrimitiveClassStandsForItsBox() {
        assertThat(ValueStateSpec.of("count", long.class)).isEqualTo(ValueStateSpec.of("count", Long.class));
        assertThat(SideOutput.of("late", int.class).type()).isEqualTo(Integer.class);
        assertThat(SideOutput.of("text", String.class).type()).isEqualTo(String.class);
    }
}
