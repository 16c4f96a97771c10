package io.kintsugi.webconsole;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.contract.ApiOperation;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Checks the type of a request's body before it is read. */
final class ContentType {
    private ContentType() {}

    /** The media type without parameters, lower case; empty if there is none. */
    static String of(HttpServerRequest request) {
        String header = request.getHeader(HttpHeaders.CONTENT_TYPE);
        return header == null ? "" : header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    /** Null when the operation takes this type, or when there is no body. */
    static @Nullable Problem refusal(RoutingContext context, ApiOperation operation) {
        HttpServerRequest request = context.request();
        String type = of(request);
        if (operation.body().mediaTypes().contains(type) || (type.isEmpty() && !hasBody(request))) {
            return null;
        }
        String accepted = String.join(", ", operation.body().mediaTypes());
        context.response().putHeader("Accept-Post", accepted);
        return Problem.of(
                ProblemCode.UNSUPPORTED_MEDIA_TYPE,
                "content type: expected %s, found %s".formatted(accepted, type.isEmpty() ? "none" : "'" + type + "'"));
    }

    static boolean hasBody(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return request.headers().contains(HttpHeaders.TRANSFER_ENCODING) || (length != null && !length.equals("0"));
    }
}
