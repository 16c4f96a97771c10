package io.kintsugi.webconsole;

import io.kintsugi.cluster.security.ApiSecurity;
import io.vertx.core.net.KeyCertOptions;
import java.util.Optional;

/**
 * Who may use the HTTP side, and how.
 *
 * @param openMetrics everybody may read the metrics
 * @param certificate for TLS; empty: plain HTTP
 */
public record HttpDoor(ApiSecurity security, boolean openMetrics, Optional<KeyCertOptions> certificate) {
    /** Plain HTTP, and everybody may do everything. */
    public static HttpDoor open() {
        return new HttpDoor(ApiSecurity.off(), false, Optional.empty());
    }
}
