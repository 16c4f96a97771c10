package io.kintsugi.cluster.storage;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/** A text that a person can read, and behind it a line with its CRC-32C, so that a torn or damaged file is told from a whole one. */
final class SealedText {
    private static final String CHECKSUM = "crc32c ";
    private static final int CHECKSUM_LINE_BYTES = CHECKSUM.length() + 8 + 1;

    private SealedText() {}

    /** @param text ends with a line break */
    static byte[] write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return (text + checksumLine(bytes, bytes.length)).getBytes(StandardCharsets.UTF_8);
    }

    /** Throws {@link IllegalArgumentException} that says what is wrong with it. */
    static String read(byte[] sealed) {
        int length = sealed.length - CHECKSUM_LINE_BYTES;
        String line = length < 0 ? "" : new String(sealed, length, CHECKSUM_LINE_BYTES, StandardCharsets.UTF_8);
        if (!line.startsWith(CHECKSUM) || !line.endsWith("\n")) {
            throw new IllegalArgumentException(
                    "expected a last line '" + CHECKSUM + "<8 hex digits>', found none: the file is torn");
        }
        String expected = checksumLine(sealed, length);
        if (!line.equals(expected)) {
            throw new IllegalArgumentException(
                    "expected '%s', found '%s': the file is damaged".formatted(expected.strip(), line.strip()));
        }
        return new String(sealed, 0, length, StandardCharsets.UTF_8);
    }

    private static String checksumLine(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return CHECKSUM + "%08x\n".formatted(crc.getValue());
    }
}
