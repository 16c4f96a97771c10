package io.kintsugi.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Java that contenders run on, which need not be the harness's own.
 *
 * @param feature its major version, for example 17
 */
public record JavaHome(Path path, int feature) {
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)[^\"]*\"");

    /** Reads the version from the file {@code release}, which every JDK since 9 has. */
    public static JavaHome at(Path path) throws IOException {
        Path release = path.resolve("release");
        if (!Files.isReadable(release)) {
            throw new IOException("%s is no Java home: it has no file \"release\"".formatted(path));
        }
        return new JavaHome(path, feature(Files.readString(release)));
    }

    Path executable() {
        return path.resolve("bin").resolve("java");
    }

    static int feature(String release) {
        Matcher version = VERSION.matcher(release);
        if (!version.find()) {
            throw new IllegalArgumentException("no JAVA_VERSION in \"%s\"".formatted(release));
        }
        return Integer.parseInt(version.group(1));
    }
}
