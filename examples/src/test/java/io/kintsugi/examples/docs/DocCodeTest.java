package io.kintsugi.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Keeps the Java in the docs equal to code that the tests of this package run: a block after {@code <!-- code: name -->} is
 * what stands between {@code // doc: name} and {@code // end} here. {@code -Dkintsugi.docs.rewrite=true} rewrites the docs.
 */
class DocCodeTest {
    private static final boolean REWRITE = Boolean.getBoolean("kintsugi.docs.rewrite");
    private static final Path SOURCES = Path.of("src/test/java/io/kintsugi/examples/docs");
    private static final Path DOCS = Path.of("../docs");
    private static final Pattern MARKED =
            Pattern.compile("^[ ]*// doc: (\\S+)\\n(.*?)^[ ]*// end$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern BLOCK =
            Pattern.compile("(?:<!-- code: (\\S+) -->\\n)?```java\\n(.*?)```", Pattern.DOTALL);

    @Test
    void everyBlockOfJavaInTheDocsIsCodeThatRuns() throws IOException {
        Map<String, String> code = markedCode();
        for (Path page : files(DOCS, ".md")) {
            String text = Files.readString(page);

            String expected =
                    BLOCK.matcher(text).replaceAll(block -> Matcher.quoteReplacement(block(page, block, code)));

            if (REWRITE && !expected.equals(text)) {
                Files.writeString(page, expected);
            } else {
                assertThat(text)
                        .as("Java in %s; rewrite it with -Dkintsugi.docs.rewrite=true", page)
                        .isEqualTo(expected);
            }
        }
    }

    private static String block(Path page, MatchResult block, Map<String, String> code) {
        String name = block.group(1);
        assertThat(name).as("name of the code in %s: %s", page, block.group(2)).isNotNull();
        assertThat(code).as("code that %s shows", page).containsKey(name);
        return "<!-- code: %s -->\n```java\n%s```".formatted(name, code.get(name));
    }

    private static Map<String, String> markedCode() throws IOException {
        Map<String, String> code = new TreeMap<>();
        for (Path source : files(SOURCES, ".java")) {
            Matcher marked = MARKED.matcher(Files.readString(source));
            while (marked.find()) {
                String twice = code.put(
                        marked.group(1), marked.group(2).stripTrailing().stripIndent() + "\n");
                assertThat(twice)
                        .as("other code with the name %s", marked.group(1))
                        .isNull();
            }
        }
        return code;
    }

    private static List<Path> files(Path folder, String end) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(end)).sorted().toList();
        }
    }
}
