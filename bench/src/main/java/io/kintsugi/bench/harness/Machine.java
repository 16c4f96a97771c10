package io.kintsugi.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.OptionalLong;

/** Where the run took place. Linux tells; elsewhere some of it is unknown. */
final class Machine {
    private static final Path CPUINFO = Path.of("/proc/cpuinfo");
    private static final Path MEMINFO = Path.of("/proc/meminfo");

    private Machine() {}

    /** For a report: cores, processor, memory, system. */
    static String line() {
        return String.format(
                Locale.ROOT,
                "%d x %s, %d GiB, %s %s",
                Runtime.getRuntime().availableProcessors(),
                field(CPUINFO, "model name").replaceAll("\\s+", " "),
                kibibytes("MemTotal").orElse(0) >> 20,
                System.getProperty("os.name"),
                System.getProperty("os.version"));
    }

    static OptionalLong availableBytes() {
        OptionalLong available = kibibytes("MemAvailable");
        return available.isPresent() ? OptionalLong.of(available.getAsLong() << 10) : available;
    }

    private static OptionalLong kibibytes(String key) {
        String digits = field(MEMINFO, key).replaceAll("\\D", "");
        return digits.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(digits));
    }

    private static String field(Path file, String key) {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(key))
                    .findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .orElse("unknown");
        } catch (IOException e) {
            return "unknown";
        }
    }
}
