package io.kintsugi.cluster.security;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a caller of the API may do; each role may do all that those before it may. */
public enum AccessRole {
    /** Looks. */
    VIEWER,
    /** Stops and restarts what runs, takes savepoints. */
    OPERATOR,
    /** Submits jobs and uploads JARs, and so decides which code runs. */
    DEPLOYER,
    /** Sees who did what. */
    ADMIN;

    public boolean includes(AccessRole needed) {
        return compareTo(needed) >= 0;
    }

    /** As in the users file, in tokens and in the contract: lower case. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<AccessRole> of(String text) {
        return Arrays.stream(values()).filter(role -> role.text().equals(text)).findFirst();
    }

    /** From the least to the most. */
    public static List<String> texts() {
        return Arrays.stream(values()).map(AccessRole::text).toList();
    }
}
