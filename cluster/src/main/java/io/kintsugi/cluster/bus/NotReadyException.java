package io.kintsugi.cluster.bus;

/** A handler cannot take a message now, but may later: its sender repeats it. */
public final class NotReadyException extends Exception {
    private static final long serialVersionUID = 1L;

    public NotReadyException(String reason) {
        super(reason);
    }
}
