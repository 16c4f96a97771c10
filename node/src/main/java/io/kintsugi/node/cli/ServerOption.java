package io.kintsugi.node.cli;

import io.kintsugi.cluster.client.ProblemCode;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which node a command asks, and as whom. A variable counts where the flag is not given. */
final class ServerOption {
    private static final String DEFAULT = "http://127.0.0.1:8080";

    @Option(
            names = "--server",
            paramLabel = "URL",
            converter = HttpAddress.class,
            description = "A node with the role console; without it KINTSUGI_SERVER, else " + DEFAULT + ".")
    private @Nullable URI server;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "Log in as this user, or as KINTSUGI_USER; the password is KINTSUGI_PASSWORD, or asked for."
                    + " Programs set KINTSUGI_TOKEN in place of it.")
    private @Nullable String user;

    @Option(
            names = "--ca-file",
            paramLabel = "FILE",
            description = "PEM file with the authority of the node's certificate, for https; without it"
                    + " KINTSUGI_CA_FILE, else the authorities of the JVM.")
    private @Nullable Path caFile;

    /** Logs in if a user is named. */
    ApiConnection connect(Map<String, String> environment) throws ApiFailure {
        URI address = server != null
                ? server
                : new HttpAddress().convert(environment.getOrDefault("KINTSUGI_SERVER", DEFAULT));
        String ca = caFile != null ? caFile.toString() : environment.getOrDefault("KINTSUGI_CA_FILE", "");
        String token = environment.getOrDefault("KINTSUGI_TOKEN", "");
        String name = user != null ? user : token.isEmpty() ? environment.getOrDefault("KINTSUGI_USER", "") : "";
        ApiConnection connection = new ApiConnection(address, TrustedAuthority.client(ca), token);
        return name.isEmpty() ? connection : connection.logIn(name, PasswordInput.read(environment, name));
    }

    /** What to do where the server asks who it is; else empty. */
    static String hint(JsonObject problem) {
        return ProblemCode.UNAUTHENTICATED.code().equals(problem.getString("code"))
                ? "\n  say who you are: --user NAME, or KINTSUGI_TOKEN"
                : "";
    }

    static final class HttpAddress implements ITypeConverter<URI> {
        @Override
        public URI convert(String text) {
            try {
                URI uri = new URI(text);
                if (uri.getHost() != null && List.of("http", "https").contains(uri.getScheme())) {
                    return uri;
                }
            } catch (URISyntaxException notOne) {
                // Said below.
            }
            throw new TypeConversionException("expected http://host:port, found '" + text + "'");
        }
    }
}
