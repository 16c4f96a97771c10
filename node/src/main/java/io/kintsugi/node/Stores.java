package io.kintsugi.node;

import io.kintsugi.cluster.artifact.ArtifactStore;
import io.kintsugi.cluster.storage.FileSnapshotStore;
import io.kintsugi.cluster.storage.FileStore;
import io.kintsugi.core.snapshot.SnapshotStore;
import io.kintsugi.node.config.NodeConfig;
import java.nio.file.Path;

/** What a node keeps on disk. */
record Stores(FileStore files, ArtifactStore artifacts, SnapshotStore snapshots) {
    private static final String ARTIFACTS = "artifacts";
    private static final String SNAPSHOTS = "snapshots";

    /**
     * Blocks.
     *
     * @param writer letters and digits that no other process uses
     */
    static Stores open(NodeConfig config, String writer) {
        Path data = Path.of(config.node().dataDir());
        String chosen = config.checkpoint().dir();
        Path snapshots = chosen.isBlank() ? data.resolve(SNAPSHOTS) : Path.of(chosen);
        return new Stores(
                new FileStore(data, writer),
                new ArtifactStore(data.resolve(ARTIFACTS), writer, config.http().artifactBytesMax()),
                new FileSnapshotStore(new FileStore(snapshots, writer)));
    }
}
