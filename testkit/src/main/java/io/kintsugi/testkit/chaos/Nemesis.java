package io.kintsugi.testkit.chaos;

import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;

/** Something that happens to a cluster, as data: a run is repeated by repeating it. Nodes go by their names. */
public sealed interface Nemesis {
    /** What the machine has to allow. */
    Means means();

    /** The same for the nodes that are meant, such as the one that leads now. */
    Nemesis on(UnaryOperator<String> names);

    void strike(ChaosCluster cluster) throws IOException, InterruptedException;

    /** Takes it away again. */
    void heal(ChaosCluster cluster) throws IOException, InterruptedException;

    /** A process ends at once, as by {@code kill -9}; later it starts again at the same address. */
    record Kill(String node) implements Nemesis {
        @Override
        public Means means() {
            return Means.PROCESSES;
        }

        @Override
        public Nemesis on(UnaryOperator<String> names) {
            return new Kill(names.apply(node));
        }

        @Override
        public void strike(ChaosCluster cluster) throws InterruptedException {
            cluster.processes().kill(node);
        }

        @Override
        public void heal(ChaosCluster cluster) throws IOException {
            cluster.processes().startAgain(node);
        }
    }

    /** A process stands still, as one whose machine is suspended or that collects garbage. */
    record Pause(String node) implements Nemesis {
        @Override
        public Means means() {
            return Means.PROCESSES;
        }

        @Override
        public Nemesis on(UnaryOperator<String> names) {
            return new Pause(names.apply(node));
        }

        @Override
        public void strike(ChaosCluster cluster) throws IOException, InterruptedException {
            cluster.processes().signal(node, "STOP");
        }

        @Override
        public void heal(ChaosCluster cluster) throws IOException, InterruptedException {
            cluster.processes().signal(node, "CONT");
        }
    }

    /** Something between nodes does not pass. */
    sealed interface Cut extends Nemesis {
        @Override
        default Means means() {
            return Means.NETWORK;
        }

        @Override
        default void heal(ChaosCluster cluster) throws IOException, InterruptedException {
            cluster.mendLinks();
        }
    }

    /** Nothing passes between these nodes and all others. */
    record Halves(List<String> part) implements Cut {
        public Halves {
            part = List.copyOf(part);
        }

        @Override
        public Nemesis on(UnaryOperator<String> names) {
            return new Halves(part.stream().map(names).toList());
        }

        @Override
        public void strike(ChaosCluster cluster) throws IOException, InterruptedException {
            cluster.cutOff(part);
        }
    }

    /** Nothing passes between this node and all others. */
    record Isolate(String node) implements Cut {
        @Override
        public Nemesis on(UnaryOperator<String> names) {
            return new Isolate(names.apply(node));
        }

        @Override
        public void strike(ChaosCluster cluster) throws IOException, InterruptedException {
            cluster.cutOff(List.of(node));
        }
    }

    /** What one node sends to the other gets lost; the other way is open. */
    record OneWayCut(String from, String to) implements Cut {
        @Override
        public Nemesis on(UnaryOperator<String> names) {
            return new OneWayCut(names.apply(from), names.apply(to));
        }

        @Override
        public void strike(ChaosCluster cluster) throws IOException, InterruptedException {
            cluster.cut(from, to);
        }
    }

    /** What a node sends is held to a small rate, and waits in a queue before it. */
    record SlowLink(String node, int kilobitsPerSecond) implements Nemesis {
        @Override
        public Means means() {
            return Means.TRAFFIC_CONTROL;
        }

        @Override
        public Nemesis on(UnaryOperator<String> names) {
            return new SlowLink(names.apply(node), kilobitsPerSecond);
        }

        @Override
        public void strike(ChaosCluster cluster) throws IOException, InterruptedException {
            cluster.network().slow(node, kilobitsPerSecond);
        }

        @Override
        public void heal(ChaosCluster cluster) throws IOException, InterruptedException {
            cluster.network().quick(node);
        }
    }

    /** The disk for the state and the output of jobs, and for what coordinators store, is full. */
    record FullDisk() implements Nemesis {
        @Override
        public Means means() {
            return Means.DISK;
        }

        @Override
        public Nemesis on(UnaryOperator<String> names) {
            return this;
        }

        @Override
        public void strike(ChaosCluster cluster) throws IOException {
            cluster.disk().fill();
        }

        @Override
        public void heal(ChaosCluster cluster) throws IOException {
            cluster.disk().empty();
        }
    }

    /** The time of day of a node is another one for a while. */
    record ClockJump(String node, int seconds) implements Nemesis {
        @Override
        public Means means() {
            return Means.CLOCK;
        }

        @Override
        public Nemesis on(UnaryOperator<String> names) {
            return new ClockJump(names.apply(node), seconds);
        }

        @Override
        public void strike(ChaosCluster cluster) throws IOException {
            cluster.clocks().set(node, seconds);
        }

        @Override
        public void heal(ChaosCluster cluster) throws IOException {
            cluster.clocks().set(node, 0);
        }
    }
}
