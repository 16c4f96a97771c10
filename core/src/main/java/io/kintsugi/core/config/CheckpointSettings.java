package io.kintsugi.core.config;

/** Where the state of jobs is stored, and how much of it is kept. */
public record CheckpointSettings(
        @Setting(
                key = "dir",
                fallback = "",
                reason =
                        "Folder for the stored state of jobs, the same one for all nodes; empty stands for snapshots in"
                                + " node.data-dir.")
        String dir,

        @Setting(
                key = "retained-max",
                fallback = "3",
                min = 1,
                max = 1_000,
                reason =
                        "Completed checkpoints that are kept of each job; more than one, so that a job can go on from an"
                                + " earlier one when the newest is damaged.")
        int retainedMax,

        @Setting(
                key = "store-threads",
                fallback = "4",
                min = 1,
                max = 256,
                reason = "States that a node encodes and writes at one time; further ones wait, since a disk does not"
                        + " become faster by it.")
        int storeThreads,

        @Setting(
                key = "local-copies-bytes-max",
                fallback = "67108864",
                min = 0,
                max = 1_099_511_627_776L,
                reason =
                        "Memory of a node for copies of the newest states of its tasks: one that restarts there alone reads"
                                + " its copy instead of the store. The oldest give way; 0 for none.")
        long localCopiesBytesMax) {

    public static CheckpointSettings defaults() {
        return new CheckpointSettings("", 3, 4, 64L << 20);
    }
}
