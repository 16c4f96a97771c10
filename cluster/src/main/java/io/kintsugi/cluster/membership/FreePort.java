package io.kintsugi.cluster.membership;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Looks whether a port is free before a library does, whose answer would be a stack trace without the setting. */
final class FreePort {
    private FreePort() {}

    /** Throws {@link IllegalStateException} for a port that another socket listens on; 0 is always free. */
    static void require(String setting, String host, int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getByName(host))) {
            probe.setReuseAddress(true);
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).contains("in use")) {
                throw new IllegalStateException(
                        "%s: port %d of %s is in use; does another node run here? Stop what holds it, or choose another port"
                                .formatted(setting, port, host),
                        e);
            }
            // Anything else, such as a host that is not of this machine, is said by whoever needs the port.
        }
    }
}
