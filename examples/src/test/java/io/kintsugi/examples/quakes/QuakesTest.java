package io.kintsugi.examples.quakes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.LongStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

final class QuakesTest {

    @Test
    void isTheFileThatItsReadmeDescribes() throws IOException, NoSuchAlgorithmException {
        try (InputStream file = Quakes.class.getResourceAsStream("earthquakes.csv.gz");
                InputStream csv = new GZIPInputStream(file)) {
            byte[] sha256 = MessageDigest.getInstance("SHA-256").digest(csv.readAllBytes());

            assertThat(HexFormat.of().formatHex(sha256))
                    .isEqualTo("44c4e585bd2016f83025684057eb7d1e9ee9435f7b5886c76e75080cbf2a7892");
        }
    }

    @Test
    void comesInTheOrderOfPublicationThreeQuartersOutOfOrder() {
        long highest = Long.MIN_VALUE;
        int behind = 0;
        for (int i = 0; i < Quakes.EVENTS; i++) {
            behind += Quakes.quake(i).time() < highest ? 1 : 0;
            highest = Math.max(highest, Quakes.quake(i).time());
        }

        assertThat(LongStream.range(0, Quakes.EVENTS)
                        .mapToObj(i -> Quakes.quake(i).updated()))
                .isSorted();
        assertThat(behind).isEqualTo(1_295);
    }
}
