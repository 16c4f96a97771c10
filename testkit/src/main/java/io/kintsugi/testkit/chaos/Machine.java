package io.kintsugi.testkit.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What this machine does not allow, each with the reason in words; what it allows was tried.
 *
 * @param missing without what is there
 */
record Machine(Map<Means, String> missing) {
    private static final String SPACE = "kcprobe";

    Machine {
        missing = Collections.unmodifiableMap(new TreeMap<>(missing));
    }

    /** Tries everything once. */
    static Machine probe() {
        Map<Means, String> missing = new EnumMap<>(Means.class);
        if (!Shell.tries("kill", "-l")) {
            missing.put(Means.PROCESSES, "there is no command 'kill'");
        }
        Shell.tries("ip", "netns", "del", SPACE);
        if (!Shell.tries("ip", "netns", "add", SPACE)) {
            missing.put(Means.NETWORK, "'ip netns add' does not work here: it needs Linux, iproute2 and root");
            missing.put(Means.TRAFFIC_CONTROL, "it needs network namespaces");
        } else {
            if (!Shell.tries(
                    "ip", "netns", "exec", SPACE, "tc", "qdisc", "add", "dev", "lo", "root", "tbf", "rate", "1mbit",
                    "burst", "16kb", "latency", "50ms")) {
                missing.put(Means.TRAFFIC_CONTROL, "'tc' or its discipline 'tbf' is not there");
            }
            Shell.tries("ip", "netns", "del", SPACE);
        }
        if (!mounts()) {
            missing.put(Means.DISK, "'mount -t tmpfs' does not work here: it needs Linux and root");
        }
        if (Clocks.library().isEmpty()) {
            missing.put(Means.CLOCK, "there is no libfaketime");
        }
        return new Machine(missing);
    }

    private static boolean mounts() {
        try {
            Path folder = Files.createTempDirectory("kintsugi-chaos");
            boolean mounted = Shell.tries("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.toString());
            if (mounted) {
                Shell.run("umount", folder.toString());
            }
            Files.delete(folder);
            return mounted;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    boolean has(Means means) {
        return !missing.containsKey(means);
    }

    /** Why it is not there. */
    Optional<String> without(Means means) {
        return Optional.ofNullable(missing.get(means));
    }
}
