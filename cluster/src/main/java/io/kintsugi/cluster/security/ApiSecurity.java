package io.kintsugi.cluster.security;

import io.vertx.core.Future;

/** What both transports of the API share to decide who may do what, and to write it down. */
public record ApiSecurity(Access access, AuditLog audit) {
    /** Everybody may do everything and nothing is written down. */
    public static ApiSecurity off() {
        return new ApiSecurity(Access.off(), AuditLog.off());
    }

    public Future<Void> close() {
        return Future.join(access.close(), audit.close()).mapEmpty();
    }
}
