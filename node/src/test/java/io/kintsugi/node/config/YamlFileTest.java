package io.kintsugi.node.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class YamlFileTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void nameTheFile() {
        file = folder.resolve("node.yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing but a comment", "node:", "---\n"})
    void aFileMayBeEmpty(String yaml) throws IOException {
        assertThat(problems(yaml)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"012", "1_000", "0x1F", "1:30", "5ms", "5.0", "1e3", "+5"})
    void whatOlderYamlTookForANumberIsText(String number) throws IOException {
        Files.writeString(file, "channel: {flush-ms: " + number + "}");

        List<RawValue> values = YamlFile.read(file, new ArrayList<>());

        assertThat(values).containsExactly(RawValue.text("channel.flush-ms", number, file + ":1:21"));
    }

    @Test
    void refusesAKeyThatStandsThereTwice() throws IOException {
        assertThat(problems("http:\n  port: 1\n  port: 2\nhttp: {}\n"))
                .contains(
                        file + ":3:3: http: key 'port' stands there twice",
                        file + ":4:1: the file: key 'http' stands there twice");
    }

    @Test
    void saysWhatToDoWithADottedKey() throws IOException {
        assertThat(problems("channel.flush-ms: 5"))
                .containsExactly(file
                        + ":1:1: channel.flush-ms: put the key on its own line below its area,"
                        + " as 'channel: {flush-ms: ...}'");
    }

    @Test
    void saysWhatIsMissingForAKeyWithoutAValue() throws IOException {
        assertThat(problems("http:\n  port:\n"))
                .containsExactly(file
                        + ":2:8: http.port: expected a whole number from 0 to 65535, found nothing;"
                        + " remove the line to have the default");
    }

    @Test
    void refusesMapsListsOfListsAndTagsWhereAValueBelongs() throws IOException {
        assertThat(problems("http: {host: {a: b}, port: !!java.net.URL 1}\nnode: {roles: [[worker]]}\nchannel: 7"))
                .hasSize(4)
                .anyMatch(problem -> problem.contains("http.host: expected text, found a map"))
                .anyMatch(problem -> problem.contains("http.port") && problem.contains("java.net.URL"))
                .anyMatch(problem -> problem.contains("found a list of other things than single values"))
                .anyMatch(problem -> problem.contains("channel: expected keys with values"));
    }

    @Test
    void refusesASecondDocument() throws IOException {
        assertThat(problems("http: {port: 1}\n---\nhttp: {port: 2}\n"))
                .singleElement()
                .asString()
                .contains(file.toString(), "another document");
    }

    @Test
    void refusesMoreAliasesThanAnyoneWrites() throws IOException {
        String aliases = "*a, ".repeat(YamlFile.ALIASES_MAX + 1);

        assertThat(problems("node: {name: &a x, roles: [" + aliases + "]}"))
                .singleElement()
                .asString()
                .endsWith("expected at most 20 aliases, found more");
    }

    @Test
    void refusesAFileOfMoreThanOneMegabyteWithoutReadingIt() throws IOException {
        assertThat(problems("#".repeat(YamlFile.BYTES_MAX + 1)))
                .containsExactly(file + ": expected at most 1048576 bytes, found 1048577");
    }

    @Test
    void namesThePlaceOfWhatIsNotYaml() throws IOException {
        assertThat(problems("http:\n  port: [1\n")).singleElement().asString().startsWith(file + ":3:1: not YAML: ");
    }

    @Test
    void saysThatAFileDoesNotExist() {
        List<String> problems = new ArrayList<>();

        YamlFile.read(file, problems);

        assertThat(problems).singleElement().isEqualTo(file + ": there is no such file");
    }

    private List<String> problems(String yaml) throws IOException {
        Files.writeString(file, yaml);
        List<String> problems = new ArrayList<>();
        YamlFile.read(file, problems);
        return problems;
    }
}
