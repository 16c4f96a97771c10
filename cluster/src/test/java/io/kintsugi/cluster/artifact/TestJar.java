package io.kintsugi.cluster.artifact;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Compiles a builder that is not on the class path into a JAR. */
public final class TestJar {
    public static final String BUILDER = "com.acme.AcmeJob";

    private static final String SOURCE = """
            package com.acme;

            import io.kintsugi.core.api.*;

            public final class AcmeJob implements JobBuilder {
                public static int loads = 0;
                @Override
                public Job build(JobParameters parameters) throws Exception {
                    if (Thread.currentThread().getContextClassLoader() != AcmeJob.class.getClassLoader()) {
                        throw new IllegalStateException("wrong context class loader");
                    }
                    loads++;
                    var draft = Job.named(parameters.text("name", "acme"));
                    draft.source("read", new io.kintsugi.cluster.artifact.Numbers())
                            .map("step-%s-" + loads, value -> value + 1).outputType(Long.class)
                            .sink("write", context -> (value, time) -> {});
                    return draft.build();
                }
            }
            """;

    private TestJar() {}

    /** @param mark makes the JAR another one */
    public static Path build(Path directory, String mark) throws IOException {
        Path source = directory.resolve("com/acme/AcmeJob.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, SOURCE.formatted(mark));
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", directory.toString(), source.toString());
        if (result != 0) {
            throw new IllegalStateException("the test's builder does not compile");
        }
        Path jar = directory.resolve("acme-" + mark + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out)) {
            for (Path file : classes(directory)) {
                zip.putNextEntry(new JarEntry(directory.relativize(file).toString()));
                Files.copy(file, zip);
                zip.closeEntry();
            }
        }
        return jar;
    }

    private static List<Path> classes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".class")).toList();
        }
    }
}
