package io.kintsugi.webconsole;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages of other sites from using the API through a person's browser: a change must come from a page of this
 * server or from no browser at all, and a server on the loopback address answers only to loopback names, so that no other
 * name can be pointed at it.
 */
final class OriginGuard implements Handler<RoutingContext> {
    private static final List<String> LOOPBACK = List.of("127.0.0.1", "localhost", "::1", "[::1]");

    private static final List<HttpMethod> SAFE = List.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

    private final boolean loopback;

    OriginGuard(String host) {
        this.loopback = LOOPBACK.contains(host);
    }

    @Override
    public void handle(RoutingContext context) {
        String refusal = refusal(context.request());
        if (refusal == null) {
            context.next();
        } else {
            Answers.problem(context, Problem.of(ProblemCode.CROSS_ORIGIN, refusal));
        }
    }

    private @Nullable String refusal(HttpServerRequest request) {
        String host = request.authority() == null ? "" : request.authority().host();
        if (loopback && !host.isEmpty() && !LOOPBACK.contains(host)) {
            return "host '%s': this server listens on the loopback address and answers to 127.0.0.1 and localhost only"
                    .formatted(host);
        }
        if (SAFE.contains(request.method())) {
            return null;
        }
        String site = request.getHeader("Sec-Fetch-Site");
        if (site != null && !site.equals("same-origin") && !site.equals("none")) {
            return "a page of another site sent it (Sec-Fetch-Site: " + site + ")";
        }
        String origin = request.getHeader("Origin");
        if (origin != null && !origin.equals(request.scheme() + "://" + request.authority())) {
            return "origin '%s' is not this server".formatted(origin);
        }
        return null;
    }
}
