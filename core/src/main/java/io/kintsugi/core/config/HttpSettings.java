package io.kintsugi.core.config;

/** The HTTP side of a node with the role console. */
public record HttpSettings(
        @Setting(
                key = "host",
                fallback = "127.0.0.1",
                reason =
                        "Address to listen on; another one than the loopback address needs authentication (security.users-file).")
        String host,

        @Setting(
                key = "port",
                fallback = "8080",
                min = 0,
                max = 65_535,
                reason = "Port to listen on; 0 takes a free one, which the log names.")
        int port,

        @Setting(
                key = "artifact-uploads",
                fallback = "false",
                reason =
                        "Whether jobs may be uploaded as JAR files: whoever may upload can run any code on the cluster, so it"
                                + " needs authentication.")
        boolean artifactUploads,

        @Setting(
                key = "artifact-bytes-max",
                fallback = "268435456",
                min = 1024,
                max = 2_147_483_647L,
                reason = "Largest JAR file that is accepted.")
        long artifactBytesMax,

        @Setting(
                key = "body-bytes-max",
                fallback = "1048576",
                min = 1024,
                max = 16_777_216,
                reason =
                        "Largest body of an HTTP request, other than a JAR file; api.body-bytes-max limits it as well.")
        int bodyBytesMax) {

    public HttpSettings {
        if (host.isBlank()) {
            throw new IllegalArgumentException("http.host: expected an address, found nothing");
        }
    }

    public static HttpSettings defaults() {
        return new HttpSettings("127.0.0.1", 8080, false, 268_435_456, 1_048_576);
    }
}
