package io.kintsugi.node.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The command lines that the docs show are such as the command line takes; they are read here and not run. */
final class DocCommandsTest {
    private static final Path ROOT =
            Path.of(System.getProperty("basedir", ".")).resolve("..").normalize();

    /** On a line of its own in a block, or in the text between backquotes. */
    private static final Pattern COMMAND =
            Pattern.compile("(?m)(?:^|`)(?:KINTSUGI_\\w+=\\S+ )?(?:bin/)?kintsugi ([a-z][^`\n]*)");

    private static final Pattern WORD = Pattern.compile("'[^']*'|\"[^\"]*\"|\\S+");
    private static final Pattern REMARK = Pattern.compile("\\s+#.*");

    private static final String ANY_NUMBER = "ID";

    /** Those of other modules or of the script. */
    private static final List<String> ELSEWHERE = List.of("demo", "bench");

    @Test
    void everyCommandLineInTheDocsIsOneThatIsTaken() throws IOException {
        List<String> refused = new ArrayList<>();
        int read = 0;
        for (Path page : pages()) {
            Matcher command = COMMAND.matcher(Files.readString(page));
            while (command.find()) {
                List<String> words = words(command.group(1));
                if (!ELSEWHERE.contains(words.get(0))) {
                    refusal(words).ifPresent(why -> refused.add(page + ": kintsugi " + command.group(1) + ": " + why));
                    read++;
                }
            }
        }

        assertThat(refused).isEmpty();
        assertThat(read).isGreaterThan(50);
    }

    /** A command that is only mentioned by its name need not say what it is to do. */
    private static Optional<String> refusal(List<String> words) {
        try {
            Main.commandLine(Map.of()).parseArgs(words.toArray(String[]::new));
        } catch (CommandLine.MissingParameterException e) {
            return words.size() <= 2 ? Optional.empty() : Optional.of(String.valueOf(e.getMessage()));
        } catch (CommandLine.ParameterException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    private static List<String> words(String line) {
        return WORD.matcher(REMARK.matcher(line).replaceFirst(""))
                .results()
                .map(word -> word.group().replaceAll("^['\"]|['\"]$", ""))
                .map(word -> word.equals(ANY_NUMBER) ? "1" : word)
                .toList();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.endsWith("docs/cli.md") && !file.endsWith("CHANGELOG.md"))
                    .sorted()
                    .toList();
        }
    }
}
