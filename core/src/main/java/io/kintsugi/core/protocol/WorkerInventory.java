package io.kintsugi.core.protocol;

import io.kintsugi.core.model.NodeId;
import java.util.List;

/** All that a worker runs, and what it remembers of what it has run: told to every leader that begins. */
public record WorkerInventory(NodeId worker, List<JobInventory> jobs) {
    public WorkerInventory {
        jobs = List.copyOf(jobs);
    }
}
