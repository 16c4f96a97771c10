package io.kintsugi.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A cluster of processes as a person starts one. All that they print goes to a folder, and is kept when a node starts again.
 * Not for several threads.
 */
public final class NodeProcesses implements AutoCloseable {
    private static final Duration START_MAX = Duration.ofMinutes(5);
    private static final String STARTED = " started pid=";

    private final List<String> command;
    private final Path folder;
    private final Map<String, String> environment = new TreeMap<>();
    private final Map<String, List<String>> lines = new TreeMap<>();
    private final Map<String, Long> startsAwaited = new TreeMap<>();
    private final Map<String, Process> nodes = new LinkedHashMap<>();
    private final int seedPort = SteadyPort.free();
    private final int httpPort = SteadyPort.free();

    /**
     * @param command the command line of {@code kintsugi}, to which arguments are added
     * @param folder for what the processes print and store
     */
    public NodeProcesses(List<String> command, Path folder) {
        this.command = List.copyOf(command);
        this.folder = folder;
    }

    /** A setting of all processes that start from now on, such as {@code KINTSUGI_CHECKPOINT_DIR}. */
    public NodeProcesses with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** A node that leads and answers, for {@link #startWorker}s and {@link #ask}. */
    public void startCoordinator(String name) throws IOException {
        start(name, "coordinator,console", "--cluster-port", "" + seedPort, "--http-port", "" + httpPort);
    }

    /** Two nodes that lead one after the other, so they share a folder; the second answers, also when the first is gone. */
    public void startLeaders(String first, String second) throws IOException, InterruptedException {
        String shared = first + second;
        start(first, List.of(), arguments("coordinator", shared, "--cluster-port", "" + seedPort));
        awaitStarted();
        List<String> arguments = arguments("coordinator,console", shared, "--http-port", "" + httpPort);
        arguments.addAll(List.of("--cluster-port", "0", "--seeds", "127.0.0.1:" + seedPort));
        start(second, List.of(), arguments);
    }

    public void startWorker(String name) throws IOException {
        start(name, "worker", "--cluster-port", "0", "--seeds", "127.0.0.1:" + seedPort);
    }

    private void start(String name, String roles, String... flags) throws IOException {
        start(name, List.of(), arguments(roles, name, flags));
    }

    private List<String> arguments(String roles, String data, String... flags) {
        List<String> arguments = new ArrayList<>(List.of("--roles", roles));
        arguments.addAll(List.of("--data-dir", folder.resolve(data).toString()));
        arguments.addAll(List.of(flags));
        return arguments;
    }

    /**
     * Starts a node.
     *
     * @param before what stands before the command, such as {@code ip netns exec NAME}
     * @param arguments of {@code kintsugi node}, without its name
     */
    public void start(String name, List<String> before, List<String> arguments) throws IOException {
        List<String> line = new ArrayList<>(before);
        line.addAll(command);
        line.addAll(List.of("node", "--name", name));
        line.addAll(arguments);
        lines.put(name, line);
        startAgain(name);
    }

    /** Starts a node that was killed as it was started before. */
    public void startAgain(String name) throws IOException {
        Process running = nodes.get(name);
        if (running != null && running.isAlive()) {
            throw new IllegalStateException("node " + name + " runs");
        }
        startsAwaited.merge(name, 1L, Long::sum);
        nodes.put(name, run(name, known(lines, name)));
    }

    private static <T> T known(Map<String, T> all, String name) {
        T one = all.get(name);
        if (one == null) {
            throw new IllegalArgumentException("no node " + name + "; there are " + all.keySet());
        }
        return one;
    }

    /** Waits until each node has said, as often as it was started, that it has. */
    public void awaitStarted() throws InterruptedException {
        if (!Await.within(START_MAX, () -> nodes.keySet().stream().allMatch(this::hasStarted))) {
            List<String> late =
                    nodes.keySet().stream().filter(name -> !hasStarted(name)).toList();
            throw new IllegalStateException(
                    "not started within %s: %s\n%s".formatted(START_MAX, late, text(late.get(0) + ".err")));
        }
    }

    private boolean hasStarted(String name) {
        return text(name + ".err")
                        .lines()
                        .filter(line -> line.contains(STARTED))
                        .count()
                >= startsAwaited.getOrDefault(name, 0L);
    }

    /** Kills a node as {@code kill -9} does. */
    public void kill(String name) throws InterruptedException {
        Process node = known(nodes, name);
        nodes.remove(name);
        List<ProcessHandle> all = node.descendants().toList();
        node.destroyForcibly();
        all.forEach(ProcessHandle::destroyForcibly);
        node.waitFor();
        for (ProcessHandle one : all) {
            one.onExit().join();
        }
    }

    /** Sends a signal, such as {@code STOP}, to the JVM of a node; who started it and looks after it gets none. */
    public void signal(String name, String signal) throws IOException, InterruptedException {
        Process node = known(nodes, name);
        List<ProcessHandle> below = node.descendants().toList();
        List<String> line = new ArrayList<>(List.of("kill", "-" + signal));
        Stream<ProcessHandle> those = below.isEmpty() ? Stream.of(node.toHandle()) : below.stream();
        those.forEach(process -> line.add(Long.toString(process.pid())));
        new ProcessBuilder(line).start().waitFor();
    }

    public Map<String, Process> nodes() {
        return nodes;
    }

    public String server() {
        return "http://127.0.0.1:" + httpPort;
    }

    /** Starts one command of {@code kintsugi} that asks the console; it prints to {@code NAME.out} and {@code NAME.err}. */
    public Process ask(String name, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(command);
        line.addAll(List.of(arguments));
        line.addAll(List.of("--server", server()));
        return run(name, line);
    }

    /** The same, and waits for its end; returns what it printed, or throws what it said when it failed. */
    public String answer(String name, Duration limit, String... arguments) throws IOException, InterruptedException {
        return answer(name, limit, ask(name, arguments), List.of(arguments));
    }

    /** Runs a command of {@code kintsugi} that asks nobody, or names whom it asks. */
    public String call(String name, Duration limit, List<String> arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(command);
        line.addAll(arguments);
        Files.deleteIfExists(folder.resolve(name + ".out"));
        Files.deleteIfExists(folder.resolve(name + ".err"));
        return answer(name, limit, run(name, line), arguments);
    }

    private String answer(String name, Duration limit, Process asked, List<String> arguments)
            throws InterruptedException {
        if (!asked.waitFor(limit.toSeconds(), TimeUnit.SECONDS) || asked.exitValue() != 0) {
            asked.destroyForcibly();
            throw new IllegalStateException(arguments + ": " + text(name + ".err") + text(name + ".out"));
        }
        return text(name + ".out");
    }

    private Process run(String name, List<String> line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve(name + ".out").toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve(name + ".err").toFile()));
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
        for (Process node : nodes.values()) {
            List<ProcessHandle> below = node.descendants().toList();
            node.destroyForcibly();
            below.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
