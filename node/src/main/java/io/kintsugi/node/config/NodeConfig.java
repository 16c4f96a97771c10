package io.kintsugi.node.config;

import io.kintsugi.core.config.ApiSettings;
import io.kintsugi.core.config.BuildSettings;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.CheckpointSettings;
import io.kintsugi.core.config.ClusterSettings;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.config.HttpSettings;
import io.kintsugi.core.config.NodeSettings;
import io.kintsugi.core.config.RecoverySettings;
import io.kintsugi.core.config.SinkSettings;
import io.kintsugi.core.config.WatermarkSettings;

/** All settings of a node. Each component is an area of the configuration and gives it its name. */
public record NodeConfig(
        NodeSettings node,
        ClusterSettings cluster,
        HttpSettings http,
        ApiSettings api,
        BuildSettings build,
        CoordinatorSettings coordinator,
        CheckpointSettings checkpoint,
        RecoverySettings recovery,
        ChannelSettings channel,
        WatermarkSettings watermark,
        SinkSettings sink) {

    public static NodeConfig defaults() {
        return ConfigLoader.load(ConfigSources.none());
    }

    /** The same but for one area. */
    public NodeConfig withNode(NodeSettings changed) {
        return new NodeConfig(
                changed, cluster, http, api, build, coordinator, checkpoint, recovery, channel, watermark, sink);
    }

    /** The same but for one area. */
    public NodeConfig withCluster(ClusterSettings changed) {
        return new NodeConfig(
                node, changed, http, api, build, coordinator, checkpoint, recovery, channel, watermark, sink);
    }

    /** The same but for one area. */
    public NodeConfig withHttp(HttpSettings changed) {
        return new NodeConfig(
                node, cluster, changed, api, build, coordinator, checkpoint, recovery, channel, watermark, sink);
    }
}
