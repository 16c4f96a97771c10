package io.kintsugi.worker.task;

/** How a task has spent its life so far, in nanoseconds: at work, without input, without credit. */
public record TaskTimes(long busyNs, long idleNs, long backPressuredNs) {}
