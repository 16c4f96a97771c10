package io.kintsugi.examples.console;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.ToolProvider;

/** A builder of the flights job that is on no class path, in a JAR. */
final class UploadedJob {
    static final String CLASS = "com.acme.UploadedJob";
    static final String SPEC = """
            program:
              builder: com.acme.UploadedJob
              params:
                rate: 2000
            """;

    private static final String SOURCE = """
            package com.acme;

            import io.kintsugi.core.api.*;

            public final class UploadedJob implements JobBuilder {
                @Override
                public Job build(JobParameters parameters) throws Exception {
                    return new io.kintsugi.examples.flights.FlightsJob().build(parameters);
                }
            }
            """;

    private UploadedJob() {}

    static Path jar(Path folder) throws Exception {
        Path source = folder.resolve("com/acme/UploadedJob.java");
        Files.createDirectories(source.getParent());
        Files.writeString(source, SOURCE);
        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", folder.toString(), source.toString());
        if (result != 0) {
            throw new IllegalStateException("the builder of the test does not compile");
        }
        Path jar = folder.resolve("uploaded.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out)) {
            zip.putNextEntry(new JarEntry("com/acme/UploadedJob.class"));
            Files.copy(folder.resolve("com/acme/UploadedJob.class"), zip);
            zip.closeEntry();
        }
        return jar;
    }
}
