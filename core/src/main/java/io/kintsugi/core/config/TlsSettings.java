package io.kintsugi.core.config;

/** A node's certificate and where it is used. Files are read at the start. */
public record TlsSettings(
        @Setting(
                key = "http",
                fallback = "false",
                reason = "Whether the HTTP side speaks TLS only; passwords and tokens travel there.")
        boolean http,

        @Setting(
                key = "event-bus",
                fallback = "false",
                reason =
                        "Whether records, commands and the event-bus API travel by TLS, with a certificate of ca-file at"
                                + " both ends; all nodes alike. Membership is not covered.")
        boolean eventBus,

        @Setting(key = "cert-file", fallback = "", reason = "PEM file with the node's certificate and its chain.")
        String certFile,

        @Setting(key = "key-file", fallback = "", reason = "PEM file (PKCS 8) with the key of cert-file.")
        String keyFile,

        @Setting(
                key = "keystore-file",
                fallback = "",
                reason = "PKCS 12 file with certificate and key, in the place of cert-file and key-file.")
        String keystoreFile,

        @Setting(
                key = "keystore-password",
                fallback = "",
                reason = "file:PATH or env:NAME of the password of keystore-file.")
        String keystorePassword,

        @Setting(
                key = "ca-file",
                fallback = "",
                reason = "PEM file with the authorities whose certificates count as nodes of this cluster.")
        String caFile) {

    public TlsSettings {
        boolean pem = !certFile.isEmpty() || !keyFile.isEmpty();
        if (pem && (certFile.isEmpty() || keyFile.isEmpty())) {
            throw new IllegalArgumentException("tls.cert-file and tls.key-file: expected both, found one");
        }
        if (pem && !keystoreFile.isEmpty()) {
            throw new IllegalArgumentException(
                    "tls.keystore-file: expected nothing beside tls.cert-file, found a second certificate");
        }
        if ((http || eventBus) && !pem && keystoreFile.isEmpty()) {
            throw new IllegalArgumentException(
                    "tls.cert-file: expected a certificate for tls.http or tls.event-bus, found nothing");
        }
        if (!keystoreFile.isEmpty()) {
            SecretRef.parse("tls.keystore-password", keystorePassword);
        }
        if (eventBus && caFile.isEmpty()) {
            throw new IllegalArgumentException(
                    "tls.ca-file: expected the authorities of the nodes for tls.event-bus, found nothing");
        }
    }

    public static TlsSettings defaults() {
        return new TlsSettings(false, false, "", "", "", "", "");
    }
}
