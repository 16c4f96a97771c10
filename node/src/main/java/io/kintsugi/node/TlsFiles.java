package io.kintsugi.node;

import io.kintsugi.cluster.security.SecretText;
import io.kintsugi.core.config.TlsSettings;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.PfxOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What {@link TlsSettings} say, for Vert.x. Throws {@link IllegalArgumentException} that names the setting. */
final class TlsFiles {
    private TlsFiles() {}

    /** Of the HTTP side; empty for plain HTTP. */
    static Optional<KeyCertOptions> http(TlsSettings settings) {
        return settings.http() ? Optional.of(certificate(settings)) : Optional.empty();
    }

    /** Lets in only nodes with a certificate of the authorities, and shows them the node's own. */
    static void protect(EventBusOptions bus, TlsSettings settings) {
        if (settings.eventBus()) {
            bus.setSsl(true)
                    .setKeyCertOptions(certificate(settings))
                    .setTrustOptions(new PemTrustOptions().addCertPath(readable("tls.ca-file", settings.caFile())))
                    .setClientAuth(ClientAuth.REQUIRED);
        }
    }

    private static KeyCertOptions certificate(TlsSettings settings) {
        if (settings.keystoreFile().isEmpty()) {
            return new PemKeyCertOptions()
                    .setCertPath(readable("tls.cert-file", settings.certFile()))
                    .setKeyPath(readable("tls.key-file", settings.keyFile()));
        }
        return new PfxOptions()
                .setPath(readable("tls.keystore-file", settings.keystoreFile()))
                .setPassword(SecretText.read("tls.keystore-password", settings.keystorePassword(), System.getenv()));
    }

    private static String readable(String setting, String file) {
        if (!Files.isReadable(Path.of(file))) {
            throw new IllegalArgumentException("%s: %s is not there or cannot be read".formatted(setting, file));
        }
        return file;
    }
}
