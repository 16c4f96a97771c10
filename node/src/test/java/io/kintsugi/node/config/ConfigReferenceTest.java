package io.kintsugi.node.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** After a change of a settings record: {@code mvn -pl node -am test -Dkintsugi.rewrite=true}. */
final class ConfigReferenceTest {
    private static final Path ROOT =
            Path.of(System.getProperty("basedir", ".")).resolve("..").normalize();

    @Test
    void theFileInTheRepositoryListsEverySettingWithItsReasonAndDefault() throws IOException {
        Path file = ROOT.resolve("config/node.yaml");

        assertSameAs(file, ConfigReference.yaml());
        assertThat(ConfigLoader.load(ConfigSources.of(file))).isEqualTo(NodeConfig.defaults());
    }

    @Test
    void thePageInTheHandbookListsEverySetting() throws IOException {
        assertSameAs(ROOT.resolve("docs/configuration.md"), ConfigReference.markdown());
    }

    private static void assertSameAs(Path file, String expected) throws IOException {
        if (Boolean.getBoolean("kintsugi.rewrite")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, expected);
        }
        assertThat(Files.readString(file))
                .as("%s; run mvn -pl node -am test -Dkintsugi.rewrite=true after a change of a settings record", file)
                .isEqualTo(expected);
    }
}
