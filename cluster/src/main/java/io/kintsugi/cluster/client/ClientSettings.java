package io.kintsugi.cluster.client;

/**
 * Limits of a client.
 *
 * @param timeoutMs how long to wait for an answer
 * @param retriesMax how often a request is sent again that nobody answered or that met no leader
 * @param pauseMs before the first retry; each further one waits twice as long
 */
public record ClientSettings(int timeoutMs, int retriesMax, int pauseMs) {
    public static ClientSettings defaults() {
        return new ClientSettings(5_000, 3, 100);
    }
}
