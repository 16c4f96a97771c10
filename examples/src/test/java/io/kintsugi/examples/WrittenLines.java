package io.kintsugi.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What sinks of a step have shown in a folder: files that are pending do not count, since nobody is to read them. */
public final class WrittenLines {
    private WrittenLines() {}

    public static List<String> in(Path folder, String step) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith(step + "-"))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }
}
