package io.kintsugi.cluster.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.kintsugi.core.snapshot.Manifest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

final class ManifestTextTest {
    @Test
    void isATextThatAPersonCanRead() {
        String text =
                new String(ManifestText.write(Snapshots.manifest(7, 2, "before-upgrade")), StandardCharsets.UTF_8);

        assertThat(text).matches("\\Q" + """
                {
                  "format": 1,
                  "job": "flights",
                  "run": 3,
                  "checkpoint": 7,
                  "savepoint": "before-upgrade",
                  "term": 2,
                  "triggeredAt": "2026-02-25T06:13:20.123Z",
                  "completedAt": "2026-02-25T06:13:21Z",
                  "keyGroups": 128,
                  "versions": [
                    {"version":"flights#3/train-all[2]@4/v7","checkpoint":7,"ended":false,"bytes":1234,"crc32c":"0a2b3c4d",\
                "inputs":["e0:1>2 epoch 1 seq 500"],"outputs":["e1:2>0 epoch 3 seq 9223372036854775807"]}
                  ]
                }
                crc32c \\E[0-9a-f]{8}
                """);
    }

    @Test
    void readsWhatItWrote() {
        Manifest checkpoint = Snapshots.manifest(7, 2, null);
        Manifest savepoint = Snapshots.manifest(8, 2, "before-upgrade");

        assertThat(ManifestText.read(ManifestText.write(checkpoint))).isEqualTo(checkpoint);
        assertThat(ManifestText.read(ManifestText.write(savepoint))).isEqualTo(savepoint);
    }

    @Test
    void refusesATextThatIsTornAtAnyByte() {
        byte[] text = ManifestText.write(Snapshots.manifest(7, 2, null));

        for (int length = 0; length < text.length; length++) {
            byte[] torn = Arrays.copyOf(text, length);
            assertThat(catchThrowable(() -> ManifestText.read(torn)))
                    .as("%d bytes", length)
                    .hasMessageContaining("the file is torn");
        }
    }

    @Test
    void refusesATextWithAnyFlippedBit() {
        byte[] text = ManifestText.write(Snapshots.manifest(7, 2, null));

        for (int bit = 0; bit < text.length * 8; bit++) {
            byte[] damaged = text.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThat(catchThrowable(() -> ManifestText.read(damaged)))
                    .as("bit %d", bit)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void saysWhatAnotherBuildWrote() {
        byte[] json = "{\"format\": 2}\n".getBytes(StandardCharsets.UTF_8);
        CRC32C crc = new CRC32C();
        crc.update(json);
        String text = new String(json, StandardCharsets.UTF_8) + "crc32c %08x\n".formatted(crc.getValue());

        assertThatThrownBy(() -> ManifestText.read(text.getBytes(StandardCharsets.UTF_8)))
                .hasMessage("expected format 1, found 2: another build wrote it");
    }
}
