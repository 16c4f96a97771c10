package io.kintsugi.webconsole;

import io.kintsugi.cluster.artifact.ArtifactFetcher;
import io.kintsugi.cluster.artifact.ArtifactStore;

/** Where uploaded JARs go: first to this node's store, then to the leader, which fetches them from here. */
public record Uploads(ArtifactStore store, ArtifactFetcher fetcher) {}
