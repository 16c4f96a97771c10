package io.kintsugi.node;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kintsugi.node.config.ConfigLoader;
import io.kintsugi.node.config.ConfigSources;
import io.kintsugi.node.config.NodeConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExposureTest {
    private static NodeConfig config(String... settings) {
        List<ConfigSources.Flag> flags = new ArrayList<>();
        for (String setting : settings) {
            String[] parts = setting.split("=", 2);
            flags.add(new ConfigSources.Flag("--set", parts[0], parts[1]));
        }
        return ConfigLoader.load(new ConfigSources(Optional.empty(), Map.of(), flags));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http.host=0.0.0.0", "http.host=192.0.2.1", "http.artifact-uploads=true", "cluster.host=::"})
    void refusesToStartWhereStrangersCouldRunJobs(String setting) {
        assertThatThrownBy(() -> Exposure.require(config(setting), true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(setting.substring(0, setting.indexOf('=')) + ": ")
                .hasMessageContaining("security.users-file");
    }

    @Test
    void doesNotStartANodeThatIsExposed() {
        assertThatThrownBy(() -> Waiting.await(Node.start(config("http.host=0.0.0.0", "cluster.host=0.0.0.0"))))
                .isInstanceOf(ExecutionException.class)
                .hasMessageContaining("http.host: 0.0.0.0 is not the loopback address")
                .hasMessageContaining("cluster.host: 0.0.0.0 is not the loopback address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http.host=127.0.0.2", "http.host=localhost", "http.host=::1"})
    void startsOnLoopbackAddresses(String setting) {
        assertThatCode(() -> Exposure.require(config(setting), true)).doesNotThrowAnyException();
    }

    @Test
    void startsAnywhereWithAuthentication() {
        NodeConfig config = config(
                "http.host=0.0.0.0",
                "cluster.host=0.0.0.0",
                "http.artifact-uploads=true",
                "security.users-file=users",
                "security.key=file:key");

        assertThatCode(() -> Exposure.require(config, true)).doesNotThrowAnyException();
    }

    @Test
    void looksOnlyAtWhatTheNodeBinds() {
        assertThatCode(() -> Exposure.require(config("http.host=0.0.0.0", "node.roles=[worker]"), true))
                .doesNotThrowAnyException();
        assertThatCode(() -> Exposure.require(config("cluster.host=0.0.0.0"), false))
                .doesNotThrowAnyException();
    }

    @Test
    void neverShowsASecretThatStandsWhereItsPlaceShould() {
        assertThatThrownBy(() -> config("security.users-file=users", "security.key=hunter2hunter2"))
                .hasMessageContaining("security.key: expected file:PATH or env:NAME")
                .hasMessageNotContaining("hunter2");
    }
}
