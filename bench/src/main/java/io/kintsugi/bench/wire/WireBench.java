package io.kintsugi.bench.wire;

import io.kintsugi.cluster.membership.ClusteredVertx;
import io.kintsugi.worker.net.DataPlane;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;

/**
 * Sends records of {@code byte[1024]} to another process over a channel and over bare sockets that do more or less of
 * what a channel does, in turn, and prints the ratios of the medians.
 */
public final class WireBench {
    private static final double TARGET = 0.8;
    private static final int WARM_UP_ROUNDS = 4;
    private static final String CHANNEL = "channel";
    private static final String LIMIT = "bytes";

    private WireBench() {}

    /**
     * One way to the other process.
     *
     * @param send sends as many bytes of records as it is told; completes when all of them have been taken
     * @param rates MB/s of the measured rounds
     */
    private record Way(String name, LongFunction<Future<Void>> send, List<Double> rates) {
        Way(String name, LongFunction<Future<Void>> send) {
            this(name, send, new ArrayList<>());
        }

        double median() {
            List<Double> sorted = rates.stream().sorted().toList();
            return sorted.get(sorted.size() / 2);
        }
    }

    /** Arguments: rounds (default 7), MiB a round (default 1024), names of the ways to measure (default all). */
    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
        long bytes = (arguments.length > 1 ? Long.parseLong(arguments[1]) : 1024) << 20;
        List<String> wanted = List.of(arguments).subList(Math.min(2, arguments.length), arguments.length);
        Path folder = Files.createTempDirectory("kintsugi-wire");
        ClusteredVertx cluster = Wire.join(Wire.SENDER, List.of(), folder.resolve("sender"));
        DataPlane plane = Wire.plane(cluster, Wire.SENDER);
        Process receiver = startReceiver(cluster.seed(), folder.resolve("receiver"));
        try {
            List<Way> ways = ways(cluster.vertx(), plane, receiver);
            ways.removeIf(way -> !wanted.isEmpty() && !wanted.contains(way.name()));
            for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
                System.out.println(round(round, ways, bytes));
            }
            ways.stream().filter(way -> way.name().equals(CHANNEL)).forEach(channel -> report(ways, channel));
            end(receiver, 0);
        } catch (Exception e) {
            e.printStackTrace();
            System.err.println(
                    receiver.isAlive()
                            ? "the receiver still ran"
                            : "the receiver had ended with status " + receiver.exitValue());
            end(receiver, 1);
        }
    }

    /** At once: leaving a cluster of one dead member in order would take seconds. */
    private static void end(Process receiver, int status) {
        receiver.destroyForcibly();
        Runtime.getRuntime().halt(status);
    }

    private static List<Way> ways(Vertx vertx, DataPlane plane, Process receiver) throws Exception {
        Iterator<String> where = List.of(ready(receiver).split(" ")).iterator();
        ChannelEnd.Writer writer = new ChannelEnd.Writer(plane, Integer.parseInt(where.next()));
        Wire.await(vertx.deployVerticle(writer));
        receiver.getOutputStream().write((writer.loop() + "\n").getBytes(StandardCharsets.UTF_8));
        receiver.getOutputStream().flush();
        List<Way> ways = new ArrayList<>();
        for (SocketLoad load : SocketLoad.values()) {
            SocketEnd socket = Wire.await(SocketEnd.connect(vertx, load, Integer.parseInt(where.next())));
            ways.add(new Way(load.name().toLowerCase(Locale.ROOT), socket::send));
        }
        ways.add(new Way(CHANNEL, writer::send));
        return ways;
    }

    /** Measures all ways once; the warm-up has numbers below 0. */
    private static String round(int number, List<Way> ways, long bytes) throws Exception {
        StringBuilder line = new StringBuilder(number < 0 ? "warm-up" : "round " + (number + 1));
        for (Way way : ways) {
            long begin = System.nanoTime();
            Wire.await(way.name(), way.send().apply(bytes));
            double rate = bytes * 1e3 / (System.nanoTime() - begin);
            line.append("  ").append(way.name()).append(String.format(Locale.ROOT, " %.0f", rate));
            if (number >= 0) {
                way.rates().add(rate);
            }
        }
        return line.append(" MB/s").toString();
    }

    private static void report(List<Way> ways, Way channel) {
        for (Way way : ways) {
            double ratio = channel.median() / way.median();
            String verdict = way.name().equals(LIMIT)
                    ? String.format(Locale.ROOT, ", at least %.2f: %s", TARGET, ratio >= TARGET ? "met" : "MISSED")
                    : "";
            System.out.printf(
                    Locale.ROOT,
                    "median %-7s %5.0f MB/s, channel / %s %.2f%s%n",
                    way.name(),
                    way.median(),
                    way.name(),
                    ratio,
                    verdict);
        }
    }

    private static Process startReceiver(String seed, Path folder) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of(
                "-cp", System.getProperty("java.class.path"), WireReceiver.class.getName(), seed, folder.toString()));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String ready(Process receiver) throws IOException {
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(receiver.getInputStream(), StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(WireReceiver.READY)) {
                return line.substring(WireReceiver.READY.length());
            }
        }
        throw new IOException("the receiver ended before it was ready; what it said is above");
    }
}
