package io.kintsugi.bench.wire;

import io.kintsugi.cluster.membership.ClusteredVertx;
import io.kintsugi.worker.net.DataPlane;
import io.vertx.core.Vertx;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Sends the same bytes to another process over a channel and over a bare socket, in turn, and prints the ratio of the
 * medians. A channel's records are {@code byte[1024]} and go through the codec, the event bus and back into objects.
 */
public final class WireBench {
    private static final double TARGET = 0.8;
    private static final int WARM_UP_ROUNDS = 4;

    private WireBench() {}

    /** Arguments: rounds (default 7), MiB a round (default 1024). */
    public static void main(String[] arguments) throws Exception {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
        long bytes = (arguments.length > 1 ? Long.parseLong(arguments[1]) : 1024) << 20;
        Path folder = Files.createTempDirectory("kintsugi-wire");
        ClusteredVertx cluster = Wire.join(Wire.SENDER, List.of(), folder.resolve("sender"));
        DataPlane plane = Wire.plane(cluster, Wire.SENDER);
        Process receiver = startReceiver(cluster.seed(), folder.resolve("receiver"));
        try {
            String[] where = ready(receiver).split(" ");
            ChannelEnd.Writer writer = new ChannelEnd.Writer(plane, Integer.parseInt(where[0]));
            Wire.await(cluster.vertx().deployVerticle(writer));
            receiver.getOutputStream().write((writer.loop() + "\n").getBytes(StandardCharsets.UTF_8));
            receiver.getOutputStream().flush();
            SocketEnd socket = Wire.await(SocketEnd.connect(cluster.vertx(), Integer.parseInt(where[1])));
            measure(cluster.vertx(), writer, socket, rounds, bytes);
        } finally {
            receiver.destroyForcibly();
        }
        Runtime.getRuntime().halt(0); // Leaving a cluster of one dead member in order would take seconds.
    }

    private static void measure(Vertx vertx, ChannelEnd.Writer writer, SocketEnd socket, int rounds, long bytes)
            throws Exception {
        List<Double> channels = new ArrayList<>();
        List<Double> sockets = new ArrayList<>();
        for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
            double socketRate = rate(bytes, () -> Wire.await(socket.send(vertx, bytes)));
            double channelRate = rate(bytes, () -> Wire.await(writer.send(bytes)));
            System.out.printf(
                    Locale.ROOT,
                    "%s socket %.0f MB/s, channel %.0f MB/s%n",
                    round < 0 ? "warm-up" : "round " + (round + 1),
                    socketRate,
                    channelRate);
            if (round >= 0) {
                sockets.add(socketRate);
                channels.add(channelRate);
            }
        }
        double ratio = median(channels) / median(sockets);
        System.out.printf(
                Locale.ROOT,
                "median: socket %.0f MB/s, channel %.0f MB/s; channel / socket %.2f, at least %.2f: %s%n",
                median(sockets),
                median(channels),
                ratio,
                TARGET,
                ratio >= TARGET ? "met" : "MISSED");
    }

    private static double rate(long bytes, Send send) throws Exception {
        long begin = System.nanoTime();
        send.run();
        return bytes * 1e3 / (System.nanoTime() - begin);
    }

    /** One round of one way. */
    private interface Send {
        void run() throws Exception;
    }

    private static double median(List<Double> rates) {
        List<Double> sorted = rates.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private static Process startReceiver(String seed, Path folder) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(java.lang.management.ManagementFactory.getRuntimeMXBean().getInputArguments());
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
        throw new IOException("the receiver ended before it was ready");
    }
}
