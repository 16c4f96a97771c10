package io.kintsugi.webconsole;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** Compiles a builder that is not on the class path into a JAR. */
final class TestJar {
    static final String BUILDER = "com.acme.AcmeJob";

    private static final String SOURCE = """
            package com.acme;

            import io.kintsugi.core.api.*;

            public final class AcmeJob implements JobBuilder {
                @Override
                public Job build(JobParameters parameters) throws Exception {
                    return new io.kintsugi.webconsole.TestJobs.Good().build(parameters);
                }
            }
            """;

    private TestJar() {}

    /** Runs its builder. */
    static String submission(String digest) {
        return "{\"program\": {\"builder\": \"%s\", \"artifact\": \"%s\"}}".formatted(BUILDER, digest);
    }

    static Path build(Path directory) throws Exception {
        Path source = directory.resolve("com/acme/AcmeJob.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, SOURCE);
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", directory.toString(), source.toString());
        if (result != 0) {
            throw new IllegalStateException("the test's builder does not compile");
        }
        Path jar = directory.resolve("acme.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out)) {
            zip.putNextEntry(new JarEntry("com/acme/AcmeJob.class"));
            Files.copy(directory.resolve("com/acme/AcmeJob.class"), zip);
            zip.closeEntry();
        }
        return jar;
    }
}
