package io.kintsugi.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** {@code bin/kintsugi} as a test calls it that runs behind Maven's phase {@code package}. */
public final class KintsugiCommand {
    /** Marks for {@code bin/kintsugi} that all is built: Maven has just done so, and need not do it in the test again. */
    private static final Path BUILT = Path.of("target", ".built");

    private KintsugiCommand() {}

    /** The command line for a process. */
    public static List<String> line(List<String> arguments) throws IOException {
        Files.writeString(BUILT, "");
        List<String> line = new ArrayList<>();
        line.add(Path.of("..", "bin", "kintsugi").toAbsolutePath().normalize().toString());
        line.addAll(arguments);
        return line;
    }
}
