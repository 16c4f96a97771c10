package io.kintsugi.examples;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A cluster of processes as the README starts one: a node that leads and answers, and workers. Output goes to a folder. */
public final class NodeProcesses implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofMinutes(5);
    private static final String STARTED = " started pid=";

    private final Path folder;
    private final Map<String, String> environment = new TreeMap<>();
    private final Map<String, Process> nodes = new LinkedHashMap<>();
    private final int seedPort = freePort();
    private final int httpPort = freePort();

    /** @param folder for what the processes print and store */
    public NodeProcesses(Path folder) {
        this.folder = folder;
    }

    /** A setting of all nodes that start from now on, such as {@code KINTSUGI_CHECKPOINT_DIR}. */
    public NodeProcesses with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    public void startCoordinator(String name) throws IOException {
        start(name, "coordinator,console", "--cluster-port", "" + seedPort, "--http-port", "" + httpPort);
    }

    public void startWorker(String name) throws IOException {
        start(name, "worker", "--cluster-port", "0", "--seeds", "127.0.0.1:" + seedPort);
    }

    private void start(String name, String roles, String... flags) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("node", "--name", name, "--roles", roles));
        arguments.addAll(List.of("--data-dir", folder.resolve(name).toString()));
        arguments.addAll(List.of(flags));
        nodes.put(name, run(name, arguments));
    }

    /** Waits until each node has said that it has started. */
    public void awaitStarted() {
        await().atMost(START_MAX)
                .until(() -> nodes.keySet().stream()
                        .allMatch(name -> text(name + ".err").contains(STARTED)));
    }

    /** Kills a node as {@code kill -9} does. */
    public void kill(String name) throws InterruptedException {
        Process node = nodes.remove(name);
        if (node == null) {
            throw new IllegalArgumentException("no node " + name + "; there are " + nodes.keySet());
        }
        node.destroyForcibly().waitFor();
    }

    public Map<String, Process> nodes() {
        return nodes;
    }

    public String server() {
        return "http://127.0.0.1:" + httpPort;
    }

    /** Starts one command of {@code kintsugi} that asks the console; it prints to {@code NAME.out} and {@code NAME.err}. */
    public Process ask(String name, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(arguments));
        line.addAll(List.of("--server", server()));
        return run(name, line);
    }

    /** The same, and waits for its end; returns what it printed, or throws what it said when it failed. */
    public String answer(String name, Duration limit, String... arguments) throws IOException, InterruptedException {
        Process asked = ask(name, arguments);
        if (!asked.waitFor(limit.toSeconds(), TimeUnit.SECONDS) || asked.exitValue() != 0) {
            asked.destroyForcibly();
            throw new IllegalStateException(List.of(arguments) + ": " + text(name + ".err") + text(name + ".out"));
        }
        return text(name + ".out");
    }

    private Process run(String name, List<String> arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(KintsugiCommand.line(arguments))
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    public String text(String file) {
        try {
            return Files.readString(folder.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        nodes.values().forEach(Process::destroyForcibly);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
