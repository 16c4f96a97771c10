package io.kintsugi.cluster.bus;

/** The other node knows a leader of a higher term: the sender does not lead any more, whatever it believes. */
public final class SupersededException extends Exception {
    private static final long serialVersionUID = 1L;

    public SupersededException(String reason) {
        super(reason);
    }
}
