package io.kintsugi.core.config;

/** What jobs in batch mode keep on the disks of their workers. */
public record ExchangeSettings(
        @Setting(
                key = "dir",
                fallback = "",
                reason =
                        "Folder for what the stages of jobs in batch mode hand on and for what they sort, on a disk of the"
                                + " node itself; empty stands for kintsugi-exchange in the temporary folder of the system.")
        String dir,

        @Setting(
                key = "sort-bytes",
                fallback = "67108864",
                min = 65_536,
                max = 1_073_741_824,
                reason = "Memory in which a task in batch mode sorts its records by key; what is more goes to disk.")
        int sortBytes) {

    public static ExchangeSettings defaults() {
        return new ExchangeSettings("", 64 * 1024 * 1024);
    }
}
