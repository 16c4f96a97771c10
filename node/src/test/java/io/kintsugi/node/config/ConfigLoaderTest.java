package io.kintsugi.node.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.model.Role;
import io.kintsugi.core.recovery.Recovery;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigLoaderTest {
    @TempDir
    Path folder;

    @Test
    void withoutAnySourceEveryAreaHasTheDefaultsThatItsRecordNames() throws ReflectiveOperationException {
        NodeConfig config = NodeConfig.defaults();

        for (RecordComponent area : NodeConfig.class.getRecordComponents()) {
            Object defaults = area.getType().getMethod("defaults").invoke(null);
            assertThat(area.getAccessor().invoke(config)).isEqualTo(defaults);
        }
    }

    @Test
    void readsEveryKindOfValueFromAFile() throws IOException {
        Path file = write("""
                node:
                  name: 'tokyo'
                  roles: [worker, console]
                http:
                  port: 0
                  artifact-uploads: true
                  artifact-bytes-max: 2147483647
                recovery:
                  strategy: task
                  loss-budget-fraction: 0.25
                channel:
                """);

        NodeConfig config = ConfigLoader.load(ConfigSources.of(file));

        assertThat(config.node().name()).isEqualTo("tokyo");
        assertThat(config.node().roles()).containsExactly(Role.WORKER, Role.CONSOLE);
        assertThat(config.http().port()).isZero();
        assertThat(config.http().artifactUploads()).isTrue();
        assertThat(config.http().artifactBytesMax()).isEqualTo(2_147_483_647L);
        assertThat(config.recovery().strategy()).isEqualTo(Recovery.Strategy.TASK);
        assertThat(config.recovery().lossBudgetFraction()).isEqualTo(0.25);
        assertThat(config.channel()).isEqualTo(ChannelSettings.defaults());
    }

    @Test
    void aVariableBeatsTheFileAndAFlagBeatsBoth() throws IOException {
        Path file = write("channel: {flush-ms: 1, batch-records: 1, window-frames: 4}");

        NodeConfig config = ConfigLoader.load(new ConfigSources(
                Optional.of(file),
                Map.of("KINTSUGI_CHANNEL_FLUSH_MS", "2", "KINTSUGI_CHANNEL_BATCH_RECORDS", "2", "PATH", "/bin"),
                List.of(new ConfigSources.Flag("--set", "channel.batch-records", "3"))));

        assertThat(config.channel().windowFrames()).isEqualTo(4);
        assertThat(config.channel().flushMs()).isEqualTo(2);
        assertThat(config.channel().batchRecords()).isEqualTo(3);
    }

    @Test
    void aListInOneTextIsSplitAtItsCommas() {
        NodeConfig config = ConfigLoader.load(new ConfigSources(
                Optional.empty(),
                Map.of(),
                List.of(new ConfigSources.Flag("--roles", "node.roles", "coordinator, console"))));

        assertThat(config.node().roles()).containsExactly(Role.COORDINATOR, Role.CONSOLE);
    }

    @Test
    void reportsAllProblemsOfAllSourcesAtOnceEachWithItsPlace() throws IOException {
        Path file = write("""
                channel:
                  flush-mss: 5
                  batch-records: 1_000
                htp:
                  port: 1
                """);

        ConfigException thrown = catchThrowableOfType(
                ConfigException.class,
                () -> ConfigLoader.load(new ConfigSources(
                        Optional.of(file),
                        Map.of("KINTSUGI_CHANEL_FLUSH_MS", "1", "KINTSUGI_HTTP_PORT", "http"),
                        List.of(
                                new ConfigSources.Flag("--slots", "node.slots", "0"),
                                new ConfigSources.Flag("--set", "channel.flush", "1")))));

        assertThat(thrown.problems())
                .containsExactly(
                        file + ":2:3: channel.flush-mss is not a setting; did you mean 'flush-ms'?",
                        file + ":4:1: htp is not an area of settings; did you mean 'http'?",
                        file + ":3:18: channel.batch-records: expected a whole number from 1 to 65536, found '1_000'",
                        "environment variable KINTSUGI_CHANEL_FLUSH_MS: there is no such setting;"
                                + " did you mean 'KINTSUGI_CHANNEL_FLUSH_MS'?",
                        "environment variable KINTSUGI_HTTP_PORT: http.port:"
                                + " expected a whole number from 0 to 65535, found 'http'",
                        "flag --slots: node.slots: expected a whole number from 1 to 10000, found '0'",
                        "flag --set: there is no setting 'channel.flush'; did you mean 'channel.flush-ms'?");
    }

    @Test
    void variablesOfTheStartScriptAreNotSettings() {
        NodeConfig config = ConfigLoader.load(new ConfigSources(
                Optional.empty(),
                Map.of(
                        "KINTSUGI_JAVA_OPTS", "-Xmx1g",
                        "KINTSUGI_CLASSPATH", "jobs.jar",
                        "KINTSUGI_LOG_LEVEL", "DEBUG",
                        "KINTSUGI_REJOINS_MAX", "0"),
                List.of()));

        assertThat(config).isEqualTo(NodeConfig.defaults());
    }

    @Test
    void whatARecordRefusesIsAProblemLikeAnyOther() throws IOException {
        Path file = write("node: {roles: [worker, worker]}");

        assertThatThrownBy(() -> ConfigLoader.load(ConfigSources.of(file)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("node.roles: expected each role once, found [WORKER, WORKER]");
    }

    @Test
    void timesThatDoNotFitEachOtherStopTheStart() throws IOException {
        Path lease = write("cluster: {lost-after-s: 3}");
        assertThatThrownBy(() -> ConfigLoader.load(ConfigSources.of(lease)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("liveness.lease-ms: 4000: expected less than cluster.lost-after-s, which is 3 s:"
                        + " a worker has to stop its tasks before they are replaced");

        Path suspect = write("liveness: {suspect-ms: 2001}");
        assertThatThrownBy(() -> ConfigLoader.load(ConfigSources.of(suspect)))
                .hasMessageStartingWith("liveness.suspect-ms: 2001: expected at most half of liveness.lease-ms");
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(folder.resolve("node.yaml"), yaml);
    }
}
