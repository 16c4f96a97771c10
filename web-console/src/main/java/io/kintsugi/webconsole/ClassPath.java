package io.kintsugi.webconsole;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Files on the class path of this module. What is missing is an error of the build. Blocks. */
final class ClassPath {
    private ClassPath() {}

    static Buffer read(String path) {
        try (InputStream in = ClassPath.class.getClassLoader().getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException(path + " is not on the class path");
            }
            return Buffer.buffer(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path + " from the class path", e);
        }
    }

    static Properties properties(String path) {
        Properties properties = new Properties();
        try (InputStream in = ClassPath.class.getClassLoader().getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException(path + " is not on the class path");
            }
            properties.load(in);
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path + " from the class path", e);
        }
    }

    /**
     * All files of a folder and the folders in it, by their path below it.
     *
     * @param known a file that lies in the folder, since a class path can only be asked for files
     */
    static Map<String, Buffer> readAll(String folder, String known) {
        URL url = ClassPath.class.getClassLoader().getResource(folder + "/" + known);
        if (url == null) {
            throw new IllegalStateException(folder + "/" + known + " is not on the class path");
        }
        try {
            List<String> names = url.openConnection() instanceof JarURLConnection jar
                    ? namesIn(jar.getJarFile(), folder + "/")
                    : namesIn(Path.of(URI.create(url.toString())).resolveSibling(""));
            Map<String, Buffer> files = new TreeMap<>();
            names.forEach(name -> files.put(name, read(folder + "/" + name)));
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder + " on the class path", e);
        }
    }

    private static List<String> namesIn(JarFile jar, String prefix) {
        return jar.stream()
                .filter(entry -> !entry.isDirectory() && entry.getName().startsWith(prefix))
                .map(entry -> entry.getName().substring(prefix.length()))
                .toList();
    }

    private static List<String> namesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .toList();
        }
    }
}
