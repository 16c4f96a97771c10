package io.kintsugi.cluster.storage;

import io.kintsugi.core.snapshot.VersionId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * How a state version lies in its file. Numbers are big-endian, checksums CRC-32C:
 *
 * <pre>
 * header   "kintsugi" | format (4) | length of the id (4) | id, UTF-8 | checksum of all before (4)
 * block    length, 1 to 65,536 (4) | checksum of the content from its beginning to the end of this block (4) | content
 *          ... all full but the last
 * footer   0 (4) | length of the content (8) | checksum of the content (4)
 * </pre>
 *
 * A checksum that covers all blocks so far also finds a block that was swapped, repeated or left out.
 */
final class BlockFile {
    static final int BLOCK_BYTES = 64 * 1024;
    static final int BLOCK_HEADER_BYTES = 8;
    static final int FOOTER_BYTES = 16;

    /** Rises when the layout changes. */
    static final int FORMAT = 1;

    private static final byte[] MAGIC = "kintsugi".getBytes(StandardCharsets.US_ASCII);
    private static final int FORMAT_AT = 8;
    private static final int ID_LENGTH_AT = 12;
    private static final int ID_AT = 16;

    private BlockFile() {}

    static byte[] header(VersionId version) {
        byte[] id = version.toString().getBytes(StandardCharsets.UTF_8);
        ByteBuffer header = ByteBuffer.allocate(ID_AT + id.length + 4);
        header.put(MAGIC).putInt(FORMAT).putInt(id.length).put(id);
        CRC32C crc = new CRC32C();
        crc.update(header.array(), 0, header.position());
        return header.putInt((int) crc.getValue()).array();
    }

    static byte[] footer(long bytes, long checksum) {
        return ByteBuffer.allocate(FOOTER_BYTES)
                .putInt(0)
                .putLong(bytes)
                .putInt((int) checksum)
                .array();
    }

    /** Length of the whole file. */
    static long fileBytes(VersionId version, long bytes) {
        long blocks = (bytes + BLOCK_BYTES - 1) / BLOCK_BYTES;
        return header(version).length + blocks * BLOCK_HEADER_BYTES + bytes + FOOTER_BYTES;
    }

    /** What a header that is not the expected one says, for a person. */
    static String describe(byte[] header) {
        ByteBuffer found = ByteBuffer.wrap(header);
        if (!ByteBuffer.wrap(MAGIC).equals(found.slice(0, Math.min(FORMAT_AT, header.length)))) {
            return "something else than a state version";
        }
        int format = found.getInt(FORMAT_AT);
        if (format != FORMAT) {
            return "format " + format;
        }
        int length = Math.max(0, Math.min(found.getInt(ID_LENGTH_AT), header.length - ID_AT));
        return "'" + new String(header, ID_AT, length, StandardCharsets.UTF_8) + "' or a damaged header";
    }
}
