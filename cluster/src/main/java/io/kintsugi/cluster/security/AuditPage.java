package io.kintsugi.cluster.security;

import io.vertx.core.json.JsonObject;
import java.util.List;

/**
 * A part of the audit, newest first.
 *
 * @param next stands for the last of the entries when there are more behind it; else empty
 */
public record AuditPage(List<JsonObject> entries, String next) {
    /** What a cursor stands for is gone: the files have moved on since. */
    public static final class Gone extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Gone(String cursor) {
            super("what '%s' stands for is gone; begin anew without a cursor".formatted(cursor));
        }
    }
}
