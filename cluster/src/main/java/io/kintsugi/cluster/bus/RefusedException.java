package io.kintsugi.cluster.bus;

/** The other node got the message and said no: sending it again changes nothing. */
public final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    public RefusedException(String reason) {
        super(reason);
    }
}
