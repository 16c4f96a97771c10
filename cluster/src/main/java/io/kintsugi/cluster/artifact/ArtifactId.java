package io.kintsugi.cluster.artifact;

import java.util.regex.Pattern;

/**
 * Names a JAR by its content.
 *
 * @param digest {@code sha256:} and 64 lower-case hex digits
 */
public record ArtifactId(String digest) implements Comparable<ArtifactId> {
    private static final String PREFIX = "sha256:";
    private static final Pattern FORM = Pattern.compile(PREFIX + "[0-9a-f]{64}");

    /** Throws {@link IllegalArgumentException} for a text of another form. */
    public ArtifactId {
        if (!FORM.matcher(digest).matches()) {
            throw new IllegalArgumentException(
                    "artifact '" + digest + "': expected 'sha256:' and 64 lower-case hex digits");
        }
    }

    static ArtifactId ofHex(String hex) {
        return new ArtifactId(PREFIX + hex);
    }

    String hex() {
        return digest.substring(PREFIX.length());
    }

    @Override
    public int compareTo(ArtifactId other) {
        return digest.compareTo(other.digest);
    }

    @Override
    public String toString() {
        return digest;
    }
}
