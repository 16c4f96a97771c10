package io.kintsugi.bench.contender;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time used so far, by this process and by the machine; the machine counts in steps of 10 ms. */
record CpuSample(long atNs, long ownNs, long busyNs, long stealNs) {
    private static final Path PROC_STAT = Path.of("/proc/stat");
    private static final long NS_PER_TICK = 10_000_000;
    private static final int[] BUSY = {1, 2, 3, 6, 7}; // user, nice, system, irq, softirq
    private static final int STEAL = 8;

    static CpuSample now() {
        long ownNs = ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        return of(System.nanoTime(), ownNs, machineLine());
    }

    /** @param machine the first line of /proc/stat, or an empty one where there is no such file */
    static CpuSample of(long atNs, long ownNs, String machine) {
        if (machine.isEmpty()) {
            return new CpuSample(atNs, ownNs, ownNs, 0);
        }
        String[] ticks = machine.trim().split("\\s+");
        long busy = 0;
        for (int column : BUSY) {
            busy += Long.parseLong(ticks[column]);
        }
        return new CpuSample(atNs, ownNs, busy * NS_PER_TICK, Long.parseLong(ticks[STEAL]) * NS_PER_TICK);
    }

    Noise until(CpuSample later) {
        double elapsedNs = later.atNs - atNs;
        double own = (later.ownNs - ownNs) / elapsedNs;
        double busy = (later.busyNs - busyNs) / elapsedNs;
        return new Noise(own, Math.max(0, busy - own), (later.stealNs - stealNs) / elapsedNs);
    }

    private static String machineLine() {
        if (!Files.isReadable(PROC_STAT)) {
            return "";
        }
        try (var lines = Files.lines(PROC_STAT)) {
            return lines.findFirst().orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
