package io.kintsugi.core.recovery;

/**
 * What a producer does with the records for a consumer that has failed and is not back yet. What it throws away is counted.
 *
 * @param bytes how much is kept with {@link Kind#BUFFER}; 0 for the other kinds
 */
public record AbsentConsumer(Kind kind, long bytes) {
    /** What is kept by default. */
    public static final long BUFFER_BYTES = 4 * 1024 * 1024;
    /** What a record counts for that is passed by reference and so has no size. */
    public static final long BYTES_BY_REFERENCE = 100;

    /** What happens. */
    public enum Kind {
        /** The first are kept, up to a limit; what comes after them is thrown away. */
        BUFFER,
        /** All are thrown away. */
        DISCARD,
        /** The producer waits, and with it all that feeds it. */
        BLOCK,
        /** Consumers that are there get them; only where records go to consumers in turns, else as {@link #BUFFER}. */
        REROUTE
    }

    public AbsentConsumer {
        boolean buffers = kind == Kind.BUFFER || kind == Kind.REROUTE;
        if (buffers ? bytes < 1 : bytes != 0) {
            throw new IllegalArgumentException(
                    "absent consumer: %s with %d bytes; expected 1 or more for a buffer, 0 for the others"
                            .formatted(kind, bytes));
        }
    }

    /** Keeps {@link #BUFFER_BYTES} for each channel. */
    public static AbsentConsumer buffer() {
        return buffer(BUFFER_BYTES);
    }

    /** @param bytes for each channel, encoded; a record that stays inside its JVM counts for {@link #BYTES_BY_REFERENCE} */
    public static AbsentConsumer buffer(long bytes) {
        return new AbsentConsumer(Kind.BUFFER, bytes);
    }

    public static AbsentConsumer discard() {
        return new AbsentConsumer(Kind.DISCARD, 0);
    }

    public static AbsentConsumer block() {
        return new AbsentConsumer(Kind.BLOCK, 0);
    }

    public static AbsentConsumer reroute() {
        return new AbsentConsumer(Kind.REROUTE, BUFFER_BYTES);
    }
}
