package io.kintsugi.testkit.chaos;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Each node in a network namespace of its own, all on one bridge. A cut is an address of the other node at which nobody is: what
 * is sent there is lost without a word, as in a broken network. Linux with {@code ip} and root.
 */
final class Namespaces implements Network {
    private static final String NOBODY = "02:00:00:00:00:fe";
    private static final int CLUSTER_PORT = 5701;
    private static final int HTTP_PORT = 8080;
    private static final int BRIDGE_HOST = 254;

    private final List<String> nodes;
    private final String prefix;
    private final String subnet;

    private Namespaces(List<String> nodes, String prefix, String subnet) {
        this.nodes = List.copyOf(nodes);
        this.prefix = prefix;
        this.subnet = subnet;
    }

    /** @param nodes their names, at most 200 */
    static Namespaces open(List<String> nodes) throws IOException, InterruptedException {
        long pid = ProcessHandle.current().pid();
        String subnet = "10.%d.%d.".formatted(100 + pid / 256 % 100, pid % 256);
        Namespaces network = new Namespaces(nodes, "kc" + pid % 100_000, subnet);
        network.close(); // What a run with this number has left behind.
        Shell.run("ip", "link", "add", network.bridge(), "type", "bridge");
        Shell.run("ip", "addr", "add", subnet + BRIDGE_HOST + "/24", "dev", network.bridge());
        Shell.run("ip", "link", "set", network.bridge(), "up");
        for (String node : nodes) {
            network.open(node);
        }
        return network;
    }

    private void open(String node) throws IOException, InterruptedException {
        String space = space(node);
        Shell.run("ip", "netns", "add", space);
        Shell.run("ip", "link", "add", space, "type", "veth", "peer", "name", "eth0", "netns", space);
        Shell.run("ip", "link", "set", space, "master", bridge(), "up");
        Shell.run("ip", "-n", space, "addr", "add", host(node) + "/24", "dev", "eth0");
        Shell.run("ip", "-n", space, "link", "set", "eth0", "up");
        Shell.run("ip", "-n", space, "link", "set", "lo", "up");
    }

    private String bridge() {
        return prefix + "br";
    }

    private String space(String node) {
        return prefix + "n" + number(node);
    }

    private int number(String node) {
        int index = nodes.indexOf(node);
        if (index < 0) {
            throw new IllegalArgumentException("no node " + node + "; there are " + nodes);
        }
        return index + 1;
    }

    @Override
    public String host(String node) {
        return subnet + number(node);
    }

    @Override
    public int clusterPort(String node) {
        return CLUSTER_PORT;
    }

    @Override
    public int httpPort(String node) {
        return HTTP_PORT;
    }

    @Override
    public List<String> before(String node) {
        return List.of("ip", "netns", "exec", space(node));
    }

    @Override
    public void cut(String from, String to) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(neighbour(from, "replace", to));
        line.addAll(List.of("lladdr", NOBODY, "nud", "permanent"));
        Shell.run(line.toArray(String[]::new));
    }

    @Override
    public void mend(String from, String to) throws IOException, InterruptedException {
        Shell.run(neighbour(from, "del", to).toArray(String[]::new));
    }

    private List<String> neighbour(String of, String what, String node) {
        return List.of("ip", "-n", space(of), "neigh", what, host(node), "dev", "eth0");
    }

    @Override
    public void slow(String node, int kilobitsPerSecond) throws IOException, InterruptedException {
        Shell.run(
                "ip",
                "netns",
                "exec",
                space(node),
                "tc",
                "qdisc",
                "replace",
                "dev",
                "eth0",
                "root",
                "tbf",
                "rate",
                kilobitsPerSecond + "kbit",
                "burst",
                "16kb",
                "latency",
                "300ms");
    }

    @Override
    public void quick(String node) throws IOException, InterruptedException {
        Shell.run("ip", "netns", "exec", space(node), "tc", "qdisc", "del", "dev", "eth0", "root");
    }

    @Override
    public void close() {
        for (String node : nodes) {
            Shell.tries("ip", "link", "del", space(node));
            Shell.tries("ip", "netns", "del", space(node));
        }
        Shell.tries("ip", "link", "del", bridge());
    }
}
