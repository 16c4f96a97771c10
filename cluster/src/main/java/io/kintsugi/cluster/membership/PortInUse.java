package io.kintsugi.cluster.membership;

/** Says which setting is meant when a port is taken: libraries tell at best the number. */
public final class PortInUse {
    /** Of Java and of Netty's native transport, whose exceptions have no type in common. */
    private static final String WORDS = "in use";

    private PortInUse() {}

    /** An exception that names the setting if {@code failure} comes from a port that is taken, else {@code failure}. */
    public static Throwable explain(Throwable failure, String setting, String host, int port) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (String.valueOf(cause.getMessage()).contains(WORDS)) {
                return new IllegalStateException(
                        ("%s: port %d of %s is in use; does another node run here? Stop what holds it, or choose another"
                                        + " port")
                                .formatted(setting, port, host),
                        failure);
            }
        }
        return failure;
    }
}
