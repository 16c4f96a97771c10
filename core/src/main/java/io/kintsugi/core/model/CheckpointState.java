package io.kintsugi.core.model;

/** What has become of a checkpoint: {@code pending ──▶ completed, or discarded}. */
public enum CheckpointState {
    PENDING,
    COMPLETED,
    DISCARDED
}
