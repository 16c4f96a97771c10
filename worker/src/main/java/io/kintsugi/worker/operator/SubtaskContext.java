package io.kintsugi.worker.operator;

import io.kintsugi.core.function.StepContext;

/** What a step may know about its subtask. */
record SubtaskContext(String step, int subtask, int parallelism, int attempt) implements StepContext {}
