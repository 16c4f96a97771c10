package io.kintsugi.webconsole;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.core.model.Nearest;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * Files that pages load, kept in memory. All are served below one path that changes with any of them,
 * {@code /assets/3f9c2a7e10b4/app.js}, so browsers may keep them for good, and modules that import each other by relative
 * paths always come from one version.
 */
final class StaticAssets implements Handler<RoutingContext> {
    static final String ROOT = "assets/";

    private static final int VERSION_BYTES = 6;
    private static final String FOR_GOOD = "public, max-age=31536000, immutable";

    private final Map<String, Asset> assets;
    private final String folder;

    private StaticAssets(Map<String, Asset> assets) {
        this.assets = assets;
        this.folder = ROOT + version(assets) + "/";
    }

    /** @param files by their path, {@code vendor/lit-html/lit-html.js} */
    static StaticAssets of(Map<String, Buffer> files) {
        Map<String, Asset> assets = new TreeMap<>();
        files.forEach((path, bytes) -> assets.put(path, Asset.of(path, bytes)));
        return new StaticAssets(assets);
    }

    /** Where the files are, relative to the page at the root: {@code assets/3f9c2a7e10b4/}. */
    String folder() {
        return folder;
    }

    @Override
    public void handle(RoutingContext context) {
        HttpMethod method = context.request().method();
        if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD)) {
            context.response().putHeader(HttpHeaders.ALLOW, "GET, HEAD");
            Answers.problem(
                    context, Problem.of(ProblemCode.METHOD_NOT_ALLOWED, "files have GET and HEAD, not " + method));
            return;
        }
        String path = String.valueOf(context.request().path()).substring(1);
        Asset asset = path.startsWith(folder) ? assets.get(path.substring(folder.length())) : null;
        if (asset == null) {
            Answers.problem(context, missing(path));
            return;
        }
        context.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, asset.mediaType())
                .putHeader(HttpHeaders.CACHE_CONTROL, FOR_GOOD)
                .putHeader("X-Content-Type-Options", "nosniff")
                .end(asset.bytes());
    }

    private Problem missing(String path) {
        String detail = path.startsWith(folder)
                ? "there is no file '%s'%s"
                        .formatted(path, Nearest.hint(path.substring(folder.length()), assets.keySet()))
                : "'%s' is of another version of this server, which has '%s'; load the page again"
                        .formatted(path, folder);
        return Problem.of(ProblemCode.UNKNOWN_PATH, detail);
    }

    private static String version(Map<String, Asset> assets) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            assets.forEach((path, asset) -> {
                digest.update(asset.mediaType().concat(path).getBytes(UTF_8));
                digest.update(asset.bytes().getBytes());
            });
            return HexFormat.of().formatHex(digest.digest(), 0, VERSION_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
