package io.kintsugi.cluster.artifact;

import io.kintsugi.core.api.Job;

/** A job that was built on this node, and the loader of its classes. */
public record LoadedJob(Job job, ClassLoader classes) {}
