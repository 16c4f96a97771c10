package io.kintsugi.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps the docs true to the tree: files they link to are there, and so are the classes that the map names. */
class DocLinksTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");
    private static final Pattern DECLARATION = Pattern.compile("\\b(?:class|record|interface|enum) (\\w+)");
    /** Of the deepest source file, with room to spare. */
    private static final int DEPTH = 20;

    private static final Pattern CLASS = Pattern.compile("`([A-Z][a-z]+[A-Za-z]*)(?:[.(][^`]*)?`");

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                if (!Files.exists(page.resolveSibling(link.group(1)))) {
                    broken.add(page + " -> " + link.group(1));
                }
            }
        }

        assertThat(broken).isEmpty();
    }

    @Test
    void everyClassThatTheMapNamesExists() throws IOException {
        Set<String> named = new TreeSet<>();
        Matcher name = CLASS.matcher(Files.readString(ROOT.resolve("ARCHITECTURE.md")));
        while (name.find()) {
            named.add(name.group(1));
        }

        named.removeAll(classes());

        assertThat(named)
                .as("words like classes in ARCHITECTURE.md that no source declares")
                .isEmpty();
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> top = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    private static Set<String> classes() throws IOException {
        Set<String> names = new TreeSet<>();
        for (Path source : sources()) {
            Matcher declared = DECLARATION.matcher(Files.readString(source));
            while (declared.find()) {
                names.add(declared.group(1));
            }
        }
        return names;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.find(
                ROOT, DEPTH, (file, info) -> file.toString().contains("/src/main/java/") && info.isRegularFile())) {
            return files.toList();
        }
    }
}
