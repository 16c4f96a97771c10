package io.kintsugi.webconsole;

import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.TreeMap;

/**
 * A page at {@code /api/} to read the contract and to try its operations: Swagger UI from its WebJar, with a page and a start
 * script of our own. Nothing is loaded from elsewhere, and no script stands in the page.
 */
final class TryPage implements Handler<RoutingContext> {
    static final String PATH = "/api/";

    /** The library shows icons that are written in its style sheet. */
    private static final String POLICY = "default-src 'self'; img-src 'self' data:;"
            + " frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

    private static final String WEBJAR = "META-INF/resources/webjars/swagger-ui/%s/";
    private static final String OWN = "io/kintsugi/webconsole/try/";
    private static final String VERSION = "META-INF/maven/org.webjars/swagger-ui/pom.properties";

    private final Map<String, File> files = new TreeMap<>();

    private record File(String type, Buffer bytes) {}

    TryPage() {
        files.put("", new File(Answers.HTML, ClassPath.read(OWN + "index.html")));
        files.put("try.js", new File("text/javascript", ClassPath.read(OWN + "try.js")));
        String library = WEBJAR.formatted(ClassPath.properties(VERSION).getProperty("version"));
        files.put("swagger-ui.css", new File("text/css", ClassPath.read(library + "swagger-ui.css")));
        files.put(
                "swagger-ui-bundle.js", new File("text/javascript", ClassPath.read(library + "swagger-ui-bundle.js")));
    }

    @Override
    public void handle(RoutingContext context) {
        HttpMethod method = context.request().method();
        boolean reads = method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
        File file = reads ? files.get(context.request().path().substring(PATH.length())) : null;
        if (file == null) {
            context.next();
            return;
        }
        context.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, file.type())
                .putHeader("Content-Security-Policy", POLICY)
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-cache")
                .end(file.bytes());
    }
}
