package io.kintsugi.core.protocol;

/**
 * What a task in batch mode keeps for its consumers, as the leader knows it. All of it is where the task's newest attempt is.
 *
 * @param count partitions that there are when it has finished, one for each consumer
 * @param records written by the newest attempt; {@link #UNKNOWN} where nobody has told this leader
 * @param bytes encoded, of these records, or {@link #UNKNOWN}
 * @param readRecords handed out by the newest attempt, or {@link #UNKNOWN}; some again, where a consumer has begun anew
 * @param lost how many partitions that were whole this leader has seen go with their worker or be damaged
 */
public record PartitionStatus(State state, int count, long records, long bytes, long readRecords, long lost) {
    public static final long UNKNOWN = -1;

    /**
     * Where it stands:
     *
     * <pre>
     * unwritten ──runs──▶ writing ──finished──▶ kept ──job ended, deleted──▶ released
     *  ▲                                         └──worker or file gone──▶ lost
     *  └──begins anew─────────────────────────────────────────────────────┘
     * </pre>
     */
    public enum State {
        UNWRITTEN,
        WRITING,
        KEPT,
        LOST,
        RELEASED
    }

    /** Whether somebody has told what the newest attempt has written. */
    public boolean isKnown() {
        return bytes != UNKNOWN;
    }
}
