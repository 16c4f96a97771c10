package io.kintsugi.worker.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.element.Batch;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records whose classes only the loader of a job sees. */
final class JarRecordsTest {
    private static final ChannelSettings SETTINGS = new ChannelSettings(32, 1000, 4096, 100_000, 5, 500, 2500);
    private static final String SOURCE = """
            package shop;

            public final class Shop {
                private record Order(int by, long number) {}

                private static final class Basket {
                    private String owner = "ann";

                    @Override
                    public boolean equals(Object other) {
                        return other instanceof Basket basket && basket.owner.equals(owner);
                    }

                    @Override
                    public int hashCode() {
                        return owner.hashCode();
                    }
                }

                public static Object[] records() {
                    return new Object[] {new Order(1, 7), new Basket()};
                }
            }
            """;

    @Test
    void privateClassesOfAJarTravel(@TempDir Path folder) throws Exception {
        try (URLClassLoader loader = compiled(folder)) {
            Object[] records = (Object[])
                    loader.loadClass("shop.Shop").getMethod("records").invoke(null);
            RecordCodec codec = TestJobs.codec(SETTINGS, loader, records[0].getClass(), records[1].getClass());
            Batch batch = new Batch(2);
            batch.add(records[0], 1);
            batch.add(records[1], 2);

            Batch decoded = codec.encode(0, batch, 0).open();

            assertThat(decoded.value(0)).isEqualTo(records[0]);
            assertThat(decoded.value(1)).isEqualTo(records[1]);
        }
    }

    private static URLClassLoader compiled(Path folder) throws Exception {
        Path source = Files.writeString(folder.resolve("Shop.java"), SOURCE);

        int result = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-d", folder.toString(), source.toString());

        assertThat(result).isZero();
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, JarRecordsTest.class.getClassLoader());
    }
}
