package io.kintsugi.cluster.artifact;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** The classes of one JAR for one run of a job; what the JAR does not hold comes from the application. */
final class ArtifactClassLoader extends URLClassLoader {
    ArtifactClassLoader(Path jar, ClassLoader application) {
        super("kintsugi-" + jar.getFileName(), new URL[] {url(jar)}, application);
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException("not a file: " + jar, e);
        }
    }

    @Override
    public void close() {
        try {
            super.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + getName() + ": " + e, e);
        }
    }
}
