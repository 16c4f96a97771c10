package io.kintsugi.testkit.chaos;

import io.kintsugi.testkit.process.Await;
import io.kintsugi.testkit.process.NodeProcesses;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A cluster of processes with a network, a disk and clocks to which things can happen, as far as the machine allows it. Not for
 * several threads.
 */
public final class ChaosCluster implements AutoCloseable {
    private static final Duration CALL_MAX = Duration.ofMinutes(2);
    private static final String USER = "chaos";
    /** Many JVMs on one machine: small ones, that start fast. */
    private static final String JAVA_OPTIONS = "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private final Shape shape;
    private final List<String> flags;
    private final Path folder;
    private final NodeProcesses processes;
    private final Network network;
    private final Disk disk;
    private final Clocks clocks;
    private final Set<Link> cuts = new LinkedHashSet<>();
    private final Thread lastWill = new Thread(this::giveBack, "chaos-end");
    private ChaosApi api = new ChaosApi(List.of(), "");
    private String token = "";

    /** What one sends to the other. */
    private record Link(String from, String to) {}

    private ChaosCluster(ChaosSettings settings, Machine machine) throws IOException, InterruptedException {
        this.shape = settings.shape();
        this.flags = settings.flags();
        this.folder = settings.folder();
        this.processes = new NodeProcesses(settings.command(), folder);
        this.network = machine.has(Means.NETWORK) ? Namespaces.open(shape.names()) : new Loopback();
        this.disk = Disk.open(folder.resolve("shared"), machine.has(Means.DISK));
        this.clocks =
                new Clocks(folder, machine.has(Means.CLOCK) && settings.plan().needs(Means.CLOCK));
    }

    /** Starts all nodes and waits for them. */
    static ChaosCluster start(ChaosSettings settings, Machine machine) throws IOException, InterruptedException {
        ChaosCluster cluster = new ChaosCluster(settings, machine);
        try {
            cluster.start();
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private void start() throws IOException, InterruptedException {
        Runtime.getRuntime().addShutdownHook(lastWill);
        processes.with("KINTSUGI_JAVA_OPTS", JAVA_OPTIONS);
        call("keygen", key());
        call("user", "add", USER, "--role", "admin", "--no-password", "--file", users());
        token = call("token", USER, "--file", users(), "--key", "file:" + key()).strip();
        processes.with("KINTSUGI_TOKEN", token);
        api = new ChaosApi(shape.coordinatorNames().stream().map(this::console).toList(), token);
        for (String name : shape.names()) {
            processes.start(name, before(name), arguments(name));
        }
        processes.awaitStarted();
    }

    private List<String> before(String name) throws IOException {
        List<String> before = new ArrayList<>(network.before(name));
        before.addAll(clocks.before(name));
        return before;
    }

    private List<String> arguments(String name) {
        boolean coordinator = shape.coordinatorNames().contains(name);
        List<String> seeds = shape.coordinatorNames().stream()
                .map(seed -> network.host(seed) + ":" + network.clusterPort(seed))
                .toList();
        Path data = coordinator ? disk.folder().resolve("data") : folder.resolve("data-" + name);
        List<String> arguments = new ArrayList<>(List.of(
                "--roles=" + (coordinator ? "coordinator,console" : "worker"),
                "--slots=" + shape.slots(),
                "--cluster-name=" + folder.getFileName(),
                "--cluster-host=" + network.host(name),
                "--cluster-port=" + network.clusterPort(name),
                "--http-host=" + network.host(name),
                "--http-port=" + network.httpPort(name),
                "--data-dir=" + data,
                "--seeds=" + String.join(",", seeds),
                "--quorum=" + shape.quorum(),
                "--set=checkpoint.dir=" + disk.folder().resolve("snapshots"),
                "--set=http.artifact-uploads=true",
                "--set=security.users-file=" + users(),
                "--set=security.key=file:" + key()));
        arguments.addAll(flags);
        return arguments;
    }

    private String key() {
        return folder.resolve("key").toString();
    }

    private String users() {
        return folder.resolve("users").toString();
    }

    private URI console(String node) {
        return URI.create("http://" + network.host(node) + ":" + network.httpPort(node));
    }

    private String call(String... arguments) throws IOException, InterruptedException {
        return processes.call("call", CALL_MAX, List.of(arguments));
    }

    /** Runs a command that asks a console, at any that takes it; throws what the last one said. */
    void ask(List<String> arguments) throws IOException, InterruptedException {
        IllegalStateException last = new IllegalStateException("there is no console");
        for (String name : shape.coordinatorNames()) {
            List<String> line = new ArrayList<>(arguments);
            line.add("--server=" + console(name));
            try {
                processes.call("call", CALL_MAX, line);
                return;
            } catch (IllegalStateException refused) {
                last = refused;
            }
        }
        throw last;
    }

    Shape shape() {
        return shape;
    }

    NodeProcesses processes() {
        return processes;
    }

    Network network() {
        return network;
    }

    Disk disk() {
        return disk;
    }

    Clocks clocks() {
        return clocks;
    }

    ChaosApi api() {
        return api;
    }

    /** The node that leads; the first one if nobody says who does. */
    String leader() throws InterruptedException {
        List<String> leaders = new ArrayList<>();
        boolean found = Await.within(
                Duration.ofSeconds(10),
                () -> leaders.addAll(api.nodes().stream()
                        .filter(node -> node.getBoolean("leader"))
                        .map(node -> node.getString("name"))
                        .toList()));
        return found ? leaders.get(0) : shape.coordinatorNames().get(0);
    }

    /** Names of the nodes that are members, in order; a name that is there twice comes twice. */
    List<String> registered() throws IOException, InterruptedException {
        return api.nodes().stream()
                .map((JsonObject node) -> node.getString("name"))
                .sorted()
                .toList();
    }

    /** What one sends to the other is lost. */
    void cut(String from, String to) throws IOException, InterruptedException {
        if (cuts.add(new Link(from, to))) {
            network.cut(from, to);
        }
    }

    /** Nothing passes between these and all others. */
    void cutOff(List<String> part) throws IOException, InterruptedException {
        for (String inside : part) {
            for (String outside : shape.names()) {
                if (!part.contains(outside)) {
                    cut(inside, outside);
                    cut(outside, inside);
                }
            }
        }
    }

    void mendLinks() throws IOException, InterruptedException {
        for (Link link : cuts) {
            network.mend(link.from(), link.to());
        }
        cuts.clear();
    }

    /** Where jobs may write what is looked at in the end. */
    public static Path output(Path folder) {
        return folder.resolve("shared").resolve("output");
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(lastWill);
        giveBack();
    }

    /** Also when the run is told to stop: nothing may be left behind on the machine. */
    private void giveBack() {
        processes.close();
        network.close();
        disk.close();
    }
}
