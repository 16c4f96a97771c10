package io.kintsugi.cluster.security;

import io.kintsugi.core.config.SecretRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Fetches secrets from where the configuration says they are. */
public final class SecretText {
    private static final long BYTES_MAX = 65_536;

    private SecretText() {}

    /**
     * Blocks. Throws {@link IllegalArgumentException} that names the setting and the place and never the secret.
     *
     * @param setting for messages
     * @param reference {@code file:PATH} or {@code env:NAME}
     */
    public static String read(String setting, String reference, Map<String, String> environment) {
        SecretRef ref = SecretRef.parse(setting, reference);
        String text = ref.kind() == SecretRef.Kind.FILE
                ? file(setting, Path.of(ref.name()))
                : environment.getOrDefault(ref.name(), "");
        String secret = text.strip();
        if (secret.isEmpty()) {
            throw new IllegalArgumentException("%s: %s is empty or not there".formatted(setting, ref));
        }
        return secret;
    }

    private static String file(String setting, Path file) {
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw new IllegalArgumentException(
                        "%s: %s: expected at most %d bytes, found more".formatted(setting, file, BYTES_MAX));
            }
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("%s: %s cannot be read: %s".formatted(setting, file, e), e);
        }
    }
}
