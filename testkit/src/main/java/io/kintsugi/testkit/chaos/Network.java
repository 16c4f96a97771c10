package io.kintsugi.testkit.chaos;

import java.io.IOException;
import java.util.List;

/** Where nodes listen, and what passes between them. */
interface Network extends AutoCloseable {
    /** The address of a node. */
    String host(String node);

    int clusterPort(String node);

    int httpPort(String node);

    /** What stands before the command of a node. */
    List<String> before(String node);

    /** What one sends to the other is lost from now on. */
    void cut(String from, String to) throws IOException, InterruptedException;

    void mend(String from, String to) throws IOException, InterruptedException;

    /** Holds what a node sends to a rate. */
    void slow(String node, int kilobitsPerSecond) throws IOException, InterruptedException;

    void quick(String node) throws IOException, InterruptedException;

    @Override
    void close();
}
