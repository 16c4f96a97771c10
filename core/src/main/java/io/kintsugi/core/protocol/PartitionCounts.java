package io.kintsugi.core.protocol;

/**
 * What one attempt in batch mode has kept for its consumers so far; nothing in streaming mode. No figure falls while it lives.
 *
 * @param count partitions that are there, whole or in the making
 * @param records written to them
 * @param bytes encoded, of these records
 * @param readRecords handed out to consumers; some again, where a consumer has begun anew
 */
public record PartitionCounts(int count, long records, long bytes, long readRecords) {
    public static final PartitionCounts NONE = new PartitionCounts(0, 0, 0, 0);
}
