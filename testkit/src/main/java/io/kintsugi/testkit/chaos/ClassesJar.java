package io.kintsugi.testkit.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes a JAR of the package of a class, as people submit one. */
final class ClassesJar {
    private ClassesJar() {}

    /** Returns the JAR. */
    static Path of(Class<?> one, Path jar) throws IOException {
        Path origin = origin(one);
        String folder = one.getPackageName().replace('.', '/');
        if (Files.isDirectory(origin)) {
            write(origin.resolve(folder), folder, jar);
        } else {
            try (FileSystem archive = FileSystems.newFileSystem(URI.create("jar:" + origin.toUri()), Map.of())) {
                write(archive.getPath(folder), folder, jar);
            }
        }
        return jar;
    }

    private static Path origin(Class<?> one) throws IOException {
        try {
            return Path.of(
                    one.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IOException("where " + one + " comes from is no file", e);
        }
    }

    private static void write(Path classes, String folder, Path jar) throws IOException {
        try (Stream<Path> files = Files.list(classes);
                OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream out = new ZipOutputStream(file)) {
            List<Path> all = files.filter(path -> path.toString().endsWith(".class"))
                    .sorted()
                    .toList();
            for (Path path : all) {
                out.putNextEntry(new ZipEntry(folder + "/" + path.getFileName()));
                try (InputStream in = Files.newInputStream(path)) {
                    in.transferTo(out);
                }
                out.closeEntry();
            }
        }
    }
}
