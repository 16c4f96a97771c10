package io.kintsugi.worker.verticle;

import io.kintsugi.core.protocol.WorkerEvent;

/** Hears what becomes of a task attempt. Called on the task's context. */
interface TaskListener {
    void report(WorkerEvent event);
}
