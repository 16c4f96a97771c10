package io.kintsugi.node;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for 127.0.0.1 that signs itself, as PEM files and as a PKCS 12 file. Made by the JDK's keytool. */
final class TestCertificate {
    private static final String PASSWORD = "changeit";

    private final Path folder;
    private final KeyStore store;

    private TestCertificate(Path folder, KeyStore store) {
        this.folder = folder;
        this.store = store;
    }

    static TestCertificate in(Path folder) throws Exception {
        Path file = folder.resolve("node.p12");
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        Process made = new ProcessBuilder(List.of(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "node",
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-dname",
                        "CN=node",
                        "-ext",
                        "san=ip:127.0.0.1,dns:localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        file.toString()))
                .redirectErrorStream(true)
                .start();
        String said = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (made.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(file)) {
            store.load(in, PASSWORD.toCharArray());
        }
        write(
                folder.resolve("node.pem"),
                "CERTIFICATE",
                store.getCertificate("node").getEncoded());
        write(
                folder.resolve("node.key"),
                "PRIVATE KEY",
                store.getKey("node", PASSWORD.toCharArray()).getEncoded());
        Files.writeString(folder.resolve("store-password"), PASSWORD);
        return new TestCertificate(folder, store);
    }

    private static void write(Path file, String kind, byte[] bytes) throws IOException {
        Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        Files.writeString(
                file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, lines.encodeToString(bytes), kind));
    }

    String pem() {
        return folder.resolve("node.pem").toString();
    }

    /** Settings of a node that has it as two PEM files. */
    List<String> asPem() {
        return List.of("tls.cert-file=" + pem(), "tls.key-file=" + folder.resolve("node.key"), "tls.ca-file=" + pem());
    }

    /** Settings of a node that has it as one PKCS 12 file. */
    List<String> asKeystore() {
        return List.of(
                "tls.keystore-file=" + folder.resolve("node.p12"),
                "tls.keystore-password=file:" + folder.resolve("store-password"),
                "tls.ca-file=" + pem());
    }

    /** Trusts this certificate and no other. */
    SSLContext trusting() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("node", store.getCertificate("node"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
