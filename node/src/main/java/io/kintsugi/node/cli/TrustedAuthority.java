package io.kintsugi.node.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Makes the client of the command line, which may trust one more authority than the JVM does. */
final class TrustedAuthority {
    private static final Duration CONNECT_MAX = Duration.ofSeconds(5);

    private TrustedAuthority() {}

    /** @param caFile PEM; empty: the authorities of the JVM */
    static HttpClient client(String caFile) throws ApiFailure {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1) // One short request needs no upgrade to HTTP/2.
                .connectTimeout(CONNECT_MAX);
        if (!caFile.isEmpty()) {
            try {
                builder.sslContext(context(Path.of(caFile)));
            } catch (IOException | GeneralSecurityException e) {
                throw new ApiFailure("--ca-file: %s cannot be read as PEM: %s".formatted(caFile, e), e);
            }
        }
        return builder.build();
    }

    private static SSLContext context(Path caFile) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(caFile)) {
            for (Certificate authority : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                trusted.setCertificateEntry("authority-" + trusted.size(), authority);
            }
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
