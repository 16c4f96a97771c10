package io.kintsugi.worker.disk;

/** An encoded record with what it is sorted by. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SortedRecord(int hash, long timestamp, int port, byte[] bytes) {
    /** Whether it can be processed together with another. */
    boolean belongsTo(SortedRecord other) {
        return hash == other.hash && timestamp == other.timestamp && port == other.port;
    }

    /** Less than 0 where it comes before another, 0 where the order in which they came counts. */
    int compareTo(SortedRecord other) {
        return hash != other.hash ? Integer.compare(hash, other.hash) : Long.compare(timestamp, other.timestamp);
    }
}
