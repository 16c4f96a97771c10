package io.kintsugi.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class JavaHomeTest {
    @Test
    void readsTheFeatureVersionOfAJdk() throws IOException {
        assertThat(JavaHome.feature("IMPLEMENTOR=\"Eclipse Adoptium\"\nJAVA_VERSION=\"25.0.3\"\n"))
                .isEqualTo(25);
        assertThat(JavaHome.at(Path.of(System.getProperty("java.home"))).feature())
                .isEqualTo(Runtime.version().feature());
    }

    @Test
    void namesADirectoryThatIsNoJdk() {
        assertThatThrownBy(() -> JavaHome.at(Path.of("/nowhere")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("/nowhere is no Java home");
    }

    @Test
    void allowsUnsafeWhereJavaComplainsAboutIt() {
        String allow = "--sun-misc-unsafe-memory-access=allow";
        ContenderSpec flink = ContenderSpec.named("flink");

        assertThat(flink.flagsOn(new JavaHome(Path.of(""), 17))).doesNotContain(allow);
        assertThat(flink.flagsOn(new JavaHome(Path.of(""), 25))).contains(allow);
    }
}
