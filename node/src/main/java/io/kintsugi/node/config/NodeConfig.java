package io.kintsugi.node.config;

import io.kintsugi.core.config.AlertSettings;
import io.kintsugi.core.config.ApiSettings;
import io.kintsugi.core.config.BuildSettings;
import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.CheckpointSettings;
import io.kintsugi.core.config.ClusterSettings;
import io.kintsugi.core.config.ConsoleSettings;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.config.ExchangeSettings;
import io.kintsugi.core.config.HistorySettings;
import io.kintsugi.core.config.HttpSettings;
import io.kintsugi.core.config.LivenessSettings;
import io.kintsugi.core.config.MetricsSettings;
import io.kintsugi.core.config.NodeSettings;
import io.kintsugi.core.config.RecoverySettings;
import io.kintsugi.core.config.SecuritySettings;
import io.kintsugi.core.config.SinkSettings;
import io.kintsugi.core.config.TakeoverSettings;
import io.kintsugi.core.config.TaskSettings;
import io.kintsugi.core.config.TlsSettings;
import io.kintsugi.core.config.WatermarkSettings;

/** All settings of a node. Each component is an area of the configuration and gives it its name. */
public record NodeConfig(
        NodeSettings node,
        ClusterSettings cluster,
        LivenessSettings liveness,
        HttpSettings http,
        ConsoleSettings console,
        ApiSettings api,
        SecuritySettings security,
        TlsSettings tls,
        BuildSettings build,
        CoordinatorSettings coordinator,
        TakeoverSettings takeover,
        CheckpointSettings checkpoint,
        RecoverySettings recovery,
        HistorySettings history,
        ChannelSettings channel,
        ExchangeSettings exchange,
        WatermarkSettings watermark,
        SinkSettings sink,
        TaskSettings task,
        AlertSettings alerts,
        MetricsSettings metrics) {
    public NodeConfig {
        liveness.requireWithin(cluster);
    }

    public static NodeConfig defaults() {
        return ConfigLoader.load(ConfigSources.none());
    }

    /** The same but for one area. */
    public NodeConfig withNode(NodeSettings changed) {
        return with(changed, cluster, http);
    }

    /** The same but for one area. */
    public NodeConfig withCluster(ClusterSettings changed) {
        return with(node, changed, http);
    }

    /** The same but for one area. */
    public NodeConfig withHttp(HttpSettings changed) {
        return with(node, cluster, changed);
    }

    private NodeConfig with(NodeSettings ofNode, ClusterSettings ofCluster, HttpSettings ofHttp) {
        return new NodeConfig(
                ofNode,
                ofCluster,
                liveness,
                ofHttp,
                console,
                api,
                security,
                tls,
                build,
                coordinator,
                takeover,
                checkpoint,
                recovery,
                history,
                channel,
                exchange,
                watermark,
                sink,
                task,
                alerts,
                metrics);
    }
}
