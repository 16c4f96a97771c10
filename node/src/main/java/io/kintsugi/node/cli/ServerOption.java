package io.kintsugi.node.cli;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code --server}, for every command that asks a running node. */
final class ServerOption {
    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8080",
            converter = HttpAddress.class,
            description = "A node with the role console; ${DEFAULT-VALUE} unless said otherwise.")
    private URI server = URI.create("http://127.0.0.1:8080");

    ApiConnection connect() {
        return new ApiConnection(server);
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
