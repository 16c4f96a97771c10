package io.kintsugi.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports for processes that come back at the same address. They are below those that systems take for outgoing connections, so
 * that no such connection has one of them while its process is away.
 */
public final class SteadyPort {
    private static final int FIRST = 20_000;
    private static final int END = 32_000;
    private static final int TRIES_MAX = 100;

    private SteadyPort() {}

    /** One at which nobody listens on the loopback address now. */
    public static int free() {
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, END);
            try (ServerSocket socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return port;
            } catch (IOException taken) {
                // Another one, then.
            }
        }
        throw new UncheckedIOException(
                new IOException("no free port from %d to %d in %d tries".formatted(FIRST, END, TRIES_MAX)));
    }
}
