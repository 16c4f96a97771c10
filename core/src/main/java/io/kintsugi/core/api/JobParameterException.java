package io.kintsugi.core.api;

/** A parameter is missing, not known, or has a value that the builder does not take: the submitter's mistake. */
public final class JobParameterException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final boolean unknown;

    JobParameterException(String message, boolean unknown) {
        super(message);
        this.unknown = unknown;
    }

    /** True if the builder never asked for it; else it did, and did not like what it found. */
    public boolean unknown() {
        return unknown;
    }
}
