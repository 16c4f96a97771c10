package io.kintsugi.core.snapshot;

/** Something that was stored is torn, damaged or missing; the message names the file and what was found. */
public final class CorruptSnapshotException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CorruptSnapshotException(String message) {
        super(message);
    }

    public CorruptSnapshotException(String message, Throwable cause) {
        super(message, cause);
    }
}
