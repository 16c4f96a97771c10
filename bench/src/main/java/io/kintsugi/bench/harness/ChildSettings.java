package io.kintsugi.bench.harness;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What all contenders' JVMs have in common.
 *
 * @param home the directory bench
 * @param heap as -Xmx takes it, for example 4g
 * @param replyTimeoutS for the start and for each run
 */
public record ChildSettings(Path home, JavaHome java, String heap, long replyTimeoutS) {
    private static final Pattern SIZE = Pattern.compile("(\\d+)([kmg])");

    /** The collector is named, so that no Java picks another by the size of the machine. */
    List<String> commonFlags() {
        return List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+UseG1GC", "-Djava.net.preferIPv4Stack=true");
    }

    /** Without it logback writes everything, which costs time; engines with other logging ignore it. */
    String logging() {
        return "-Dlogback.configurationFile="
                + home.resolve("../config/logback.xml").normalize();
    }

    /** @throws IllegalArgumentException if the heap is not a number and one of k, m, g */
    long heapBytes() {
        Matcher size = SIZE.matcher(heap.toLowerCase(Locale.ROOT));
        if (!size.matches()) {
            throw new IllegalArgumentException(
                    "heap: expected a size such as 4g or 512m, found \"%s\"".formatted(heap));
        }
        int shift = 10 * (1 + "kmg".indexOf(size.group(2)));
        return Long.parseLong(size.group(1)) << shift;
    }

    Path log(ContenderSpec spec) {
        return home.resolve("target/bench-logs/%s-java%d.log".formatted(spec.name(), java.feature()));
    }

    String classPath(ContenderSpec spec) throws IOException {
        Path target = home.resolve(spec.module()).resolve("target");
        Path dependencies = target.resolve("bench.classpath");
        if (!Files.isReadable(dependencies)) {
            throw new IOException(
                    "%s: %s not found; mvn -Ppeers compile writes it".formatted(spec.name(), dependencies));
        }
        return target.resolve("classes")
                + File.pathSeparator
                + Files.readString(dependencies).strip();
    }
}
