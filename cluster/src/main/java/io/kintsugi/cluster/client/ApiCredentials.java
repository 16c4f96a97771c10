package io.kintsugi.cluster.client;

import org.jspecify.annotations.Nullable;

/** What a client says about who it is. */
@FunctionalInterface
public interface ApiCredentials {
    /**
     * The header {@code authorization} of one request, or null for none.
     *
     * @param request its request id
     */
    @Nullable
    String authorization(String operation, String request);

    static ApiCredentials none() {
        return (operation, request) -> null;
    }

    /** @param token of {@code kintsugi token}, of a log-in, or of the outside issuer that the cluster trusts */
    static ApiCredentials token(String token) {
        return (operation, request) -> "Bearer " + token;
    }
}
