package io.kintsugi.core.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.graph.Plan;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs come in JARs with a class loader of their own: their lambdas name classes that only that loader knows. */
class JarFunctionsTest {
    private static final String SOURCE = """
            package shop;

            import io.kintsugi.core.Discard;
            import io.kintsugi.core.Numbers;
            import io.kintsugi.core.api.*;
            import io.kintsugi.core.function.*;
            import java.util.List;

            public class ShopJob implements JobBuilder {
                public record Order(long id, List<Item> items) {
                    Key key() { return new Key(id); }
                    void split(Output<Item> out) { items.forEach(out::emit); }
                }
                public record Item(String name, Colour colour) {}
                public record Key(long id) {}
                public enum Colour { RED { }, BLUE }

                public Job build(JobParameters parameters) {
                    JobDraft job = Job.named("shop");
                    job.source("numbers", new Numbers())
                            .map("orders", n -> new Order(n, List.of()))
                            .keyBy(order -> order.key()).unkeyed()
                            .flatMap("items", Order::split)
                            .rebalance()
                            .sink("write", new Discard<>());
                    return job.build();
                }
            }
            """;

    @Test
    void findsTheClassesOfALambdaInAJar(@TempDir Path folder) throws Exception {
        try (URLClassLoader loader = compiled(folder)) {
            JobBuilder builder = (JobBuilder)
                    loader.loadClass("shop.ShopJob").getConstructor().newInstance();

            Job job = builder.build(JobParameters.none());

            List<Class<?>> types = Plan.of(job.graph()).recordTypes();
            assertThat(types)
                    .extracting(Class::getName)
                    .containsExactly(
                            "shop.ShopJob$Order", "shop.ShopJob$Item", "shop.ShopJob$Colour", "shop.ShopJob$Colour$1");
            assertThat(types).allMatch(type -> type.getClassLoader() == loader);
        }
    }

    @Test
    void twoLoadersOfOneJarGiveTheSameFingerprint(@TempDir Path folder) throws Exception {
        try (URLClassLoader first = compiled(folder);
                URLClassLoader second = new URLClassLoader(first.getURLs(), JarFunctionsTest.class.getClassLoader())) {
            assertThat(fingerprint(first)).isEqualTo(fingerprint(second));
        }
    }

    private static String fingerprint(ClassLoader loader) throws Exception {
        JobBuilder builder =
                (JobBuilder) loader.loadClass("shop.ShopJob").getConstructor().newInstance();
        return builder.build(JobParameters.none()).graph().fingerprint();
    }

    private static URLClassLoader compiled(Path folder) throws Exception {
        Path source = Files.writeString(folder.resolve("ShopJob.java"), SOURCE);
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", classPath, "-d", folder.toString(), source.toString());

        assertThat(result).isZero();
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, JarFunctionsTest.class.getClassLoader());
    }
}
