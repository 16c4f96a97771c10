package io.kintsugi.webconsole;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;

/** The console's one page. Browsers ask for it each time, so that they learn of a new version of the files. */
final class ConsolePage implements Handler<RoutingContext> {
    /** Nothing but files of this server, and no script or style in the page itself. */
    static final String POLICY =
            "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self';" + " frame-ancestors 'none'";

    private static final String ASSETS = "{{assets}}";

    private final Buffer page;
    private final String tag;

    /** @param assets where the files are, relative to the page */
    ConsolePage(String page, StaticAssets assets) {
        this.page = Buffer.buffer(page.replace(ASSETS, assets.folder()));
        this.tag = "\"" + Integer.toHexString(this.page.hashCode()) + "-"
                + assets.folder().replace("/", "") + "\"";
    }

    @Override
    public void handle(RoutingContext context) {
        HttpServerResponse response = context.response()
                .putHeader(HttpHeaders.ETAG, tag)
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-cache")
                .putHeader("Content-Security-Policy", POLICY)
                .putHeader("Referrer-Policy", "same-origin")
                .putHeader("Cross-Origin-Opener-Policy", "same-origin")
                .putHeader("X-Content-Type-Options", "nosniff");
        if (tag.equals(context.request().getHeader(HttpHeaders.IF_NONE_MATCH))) {
            response.setStatusCode(304).end();
        } else {
            response.putHeader(HttpHeaders.CONTENT_TYPE, "text/html; charset=utf-8")
                    .end(page);
        }
    }
}
