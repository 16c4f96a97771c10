package io.kintsugi.worker.disk;

import io.kintsugi.worker.exchange.GroupSort;
import io.kintsugi.worker.net.EncodedParcel;
import java.util.Arrays;

/**
 * Encoded records in one array, and their order in others; together no more than the memory that it is given. The arrays
 * grow with what is in them.
 */
final class SortBuffer {
    /** Of a record beside its bytes: hash, timestamp, place, length, port, two entries of the order. */
    private static final int ENTRY_BYTES = 4 + 8 + 4 + 4 + 1 + 4 + 4;

    private static final int RECORDS_MIN = 64;
    private static final int BYTES_MIN = 4096;

    private final long memoryBytes;
    private byte[] bytes = new byte[BYTES_MIN];
    private int used;
    private int[] hashes = new int[RECORDS_MIN];
    private long[] timestamps = new long[RECORDS_MIN];
    private int[] starts = new int[RECORDS_MIN];
    private int[] lengths = new int[RECORDS_MIN];
    private byte[] ports = new byte[RECORDS_MIN];
    private int count;

    SortBuffer(long memoryBytes) {
        this.memoryBytes = memoryBytes;
    }

    /** False where there is no room for it. */
    boolean add(GroupSort.Origin origin, long timestamp, EncodedParcel parcel) {
        int length = parcel.length();
        if (used + (long) length + (count + 1L) * ENTRY_BYTES > memoryBytes) {
            return false;
        }
        makeRoom(length);
        System.arraycopy(parcel.array(), parcel.offset(), bytes, used, length);
        hashes[count] = origin.hash();
        timestamps[count] = timestamp;
        starts[count] = used;
        lengths[count] = length;
        ports[count] = (byte) origin.port();
        used += length;
        count++;
        return true;
    }

    private void makeRoom(int length) {
        if (bytes.length - used < length) {
            long wanted = Math.max(used + (long) length, Math.min(2L * bytes.length, memoryBytes));
            bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
        }
        if (count == hashes.length) {
            int more = count * 2;
            hashes = Arrays.copyOf(hashes, more);
            timestamps = Arrays.copyOf(timestamps, more);
            starts = Arrays.copyOf(starts, more);
            lengths = Arrays.copyOf(lengths, more);
            ports = Arrays.copyOf(ports, more);
        }
    }

    void clear() {
        used = 0;
        count = 0;
    }

    /** All records in order; the buffer may not change meanwhile. */
    SortedRecords sorted() {
        int[] order = order();
        int[] at = new int[1];
        int end = count;
        return () -> at[0] == end ? null : record(order[at[0]++]);
    }

    private SortedRecord record(int index) {
        byte[] own = Arrays.copyOfRange(bytes, starts[index], starts[index] + lengths[index]);
        return new SortedRecord(hashes[index], timestamps[index], ports[index], own);
    }

    /** Algorithm: bottom-up merge sort, which is stable and needs no object for a record. */
    private int[] order() {
        int[] from = new int[count];
        Arrays.setAll(from, i -> i);
        int[] to = new int[count];
        for (int width = 1; width < count && width > 0; width *= 2) {
            for (int low = 0; low < count; low += 2 * width) {
                merge(from, to, low, width);
            }
            int[] swapped = from;
            from = to;
            to = swapped;
        }
        return from;
    }

    private void merge(int[] from, int[] to, int low, int width) {
        int middle = Math.min(low + width, count);
        int high = Math.min(low + 2 * width, count);
        int left = low;
        int right = middle;
        for (int at = low; at < high; at++) {
            boolean takeLeft = left < middle && (right >= high || !isBefore(from[right], from[left]));
            to[at] = takeLeft ? from[left++] : from[right++];
        }
    }

    private boolean isBefore(int a, int b) {
        return hashes[a] != hashes[b] ? hashes[a] < hashes[b] : timestamps[a] < timestamps[b];
    }
}
