package io.kintsugi.core.config;

import io.kintsugi.core.model.Role;
import java.util.List;

/** What this node is called, what it does and how it ends. */
public record NodeSettings(
        @Setting(
                key = "name",
                fallback = "",
                reason = "What logs, metrics and the console call this node; empty stands for the name of the host.")
        String name,

        @Setting(
                key = "roles",
                fallback = "[coordinator, worker, console]",
                reason = "What this node does for the cluster; a node that does everything is the smallest cluster.")
        List<Role> roles,

        @Setting(
                key = "slots",
                fallback = "16",
                min = 1,
                max = 10_000,
                reason = "What this node offers to jobs: a slot holds one subtask of every chain of a job, and has no"
                        + " thread of its own, so there may be more slots than cores.")
        int slots,

        @Setting(
                key = "data-dir",
                fallback = "data",
                reason =
                        "Folder for what must survive a restart: leader terms, uploaded jobs and, unless checkpoint.dir"
                                + " names another one, the state of jobs. All nodes that may lead share it.")
        String dataDir,

        @Setting(
                key = "blocking-threads",
                fallback = "32",
                min = 1,
                max = 4096,
                reason =
                        "Threads for the tasks of blocking steps and for building jobs; further ones wait for a thread.")
        int blockingThreads,

        @Setting(
                key = "stop-ms",
                fallback = "20000",
                min = 100,
                max = 600_000,
                reason = "How long an ordered stop may take in all; then the process halts. Less than the 30 s after"
                        + " which container platforms kill.")
        int stopMs,

        @Setting(
                key = "drain-ms",
                fallback = "8000",
                min = 0,
                max = 3_600_000,
                reason =
                        "How long SIGTERM waits until other workers have taken the tasks of this one, before the ordered"
                                + " stop; what is left then restarts elsewhere as after a failure. 0: it does not wait. Together"
                                + " with stop-ms less than the time after which container platforms kill.")
        int drainMs) {

    public NodeSettings {
        roles = List.copyOf(roles);
        if (roles.isEmpty()) {
            throw new IllegalArgumentException("node.roles: expected at least one role, found none");
        }
        if (roles.stream().distinct().count() < roles.size()) {
            throw new IllegalArgumentException("node.roles: expected each role once, found " + roles);
        }
        if (dataDir.isBlank()) {
            throw new IllegalArgumentException("node.data-dir: expected a folder, found nothing");
        }
    }

    public static NodeSettings defaults() {
        return new NodeSettings(
                "", List.of(Role.COORDINATOR, Role.WORKER, Role.CONSOLE), 16, "data", 32, 20_000, 8_000);
    }
}
