package io.kintsugi.bench.wire;

import io.kintsugi.cluster.membership.ClusteredVertx;
import io.kintsugi.worker.net.DataPlane;
import io.vertx.core.net.NetServer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The second process: joins the first, says where it listens, and ends when its standard input does. */
final class WireReceiver {
    static final String READY = "READY ";

    private WireReceiver() {}

    /** Arguments: the seed, a folder. A line on standard input is the loop of the sender to read from. */
    public static void main(String[] arguments) throws Exception {
        ClusteredVertx cluster = Wire.join(Wire.RECEIVER, List.of(arguments[0]), Path.of(arguments[1]));
        DataPlane plane = Wire.plane(cluster, Wire.RECEIVER);
        ChannelEnd.Reader reader = new ChannelEnd.Reader(plane);
        Wire.await(cluster.vertx().deployVerticle(reader));
        StringBuilder ready = new StringBuilder(READY).append(reader.loop());
        for (SocketLoad load : SocketLoad.values()) {
            NetServer server = Wire.await(SocketEnd.receive(cluster.vertx(), load));
            ready.append(' ').append(server.actualPort());
        }
        System.out.println(ready);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            reader.connect(Integer.parseInt(line));
        }
        Runtime.getRuntime().halt(0); // The sender is gone and has what it wanted.
    }
}
