package io.kintsugi.testkit.chaos;

import io.kintsugi.testkit.process.SteadyPort;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All nodes at the loopback address, each with ports of its own: nothing can happen to what passes between them. */
final class Loopback implements Network {
    private final Map<String, Integer> clusterPorts = new TreeMap<>();
    private final Map<String, Integer> httpPorts = new TreeMap<>();

    @Override
    public String host(String node) {
        return "127.0.0.1";
    }

    @Override
    public int clusterPort(String node) {
        return clusterPorts.computeIfAbsent(node, same -> SteadyPort.free());
    }

    @Override
    public int httpPort(String node) {
        return httpPorts.computeIfAbsent(node, same -> SteadyPort.free());
    }

    @Override
    public List<String> before(String node) {
        return List.of();
    }

    @Override
    public void cut(String from, String to) {
        throw impossible();
    }

    @Override
    public void mend(String from, String to) {
        throw impossible();
    }

    @Override
    public void slow(String node, int kilobitsPerSecond) {
        throw impossible();
    }

    @Override
    public void quick(String node) {
        throw impossible();
    }

    private static IllegalStateException impossible() {
        return new IllegalStateException("the nodes share one network; Machine says that there are no other ones");
    }

    @Override
    public void close() {
        // There is nothing to give back.
    }
}
