package io.kintsugi.webconsole;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.contract.ApiOperation;
import io.kintsugi.cluster.security.Access;
import io.kintsugi.cluster.security.Caller;
import io.vertx.core.Future;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who sends a request: by the header {@code Authorization}, else by the cookie of a session. A browser adds the
 * cookie by itself to whatever a page asks for, so a change needs a header beside it that only our own pages can send.
 */
final class Doorkeeper {
    static final String COOKIE = "kintsugi_session";
    static final String REQUESTED_BY = "X-Requested-By";

    private static final List<HttpMethod> SAFE = List.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    private final Access access;
    private final boolean openMetrics;

    /** @param openMetrics everybody may read the metrics */
    Doorkeeper(Access access, boolean openMetrics) {
        this.access = access;
        this.openMetrics = openMetrics;
    }

    /** Fails with {@code ProblemException} when the request may not be answered. */
    Future<Caller> admit(HttpServerRequest request, ApiOperation operation) {
        Access.Need need = openMetrics && operation.id().equals("getMetrics")
                ? new Access.Need(operation.id(), Optional.empty())
                : operation.need();
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        String cookie = session(request);
        if (header != null || cookie == null || !access.isOn()) {
            return access.admit(need, header);
        }
        String requestedBy = request.getHeader(REQUESTED_BY);
        if (!SAFE.contains(request.method()) && (requestedBy == null || requestedBy.isBlank())) {
            return Future.failedFuture(Problem.of(
                            ProblemCode.REQUESTED_BY_MISSING,
                            "a change by a session cookie needs the header %s, with any text".formatted(REQUESTED_BY))
                    .toException());
        }
        return access.admit(need, "Bearer " + cookie);
    }

    /** The token in the cookie, or null. */
    static @Nullable String session(HttpServerRequest request) {
        Cookie cookie = request.getCookie(COOKIE);
        return cookie == null || cookie.getValue().isEmpty() ? null : cookie.getValue();
    }
}
