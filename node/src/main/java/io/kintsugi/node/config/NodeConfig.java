package io.kintsugi.node.config;

import io.kintsugi.core.config.ChannelSettings;
import io.kintsugi.core.config.ClusterSettings;
import io.kintsugi.core.config.CoordinatorSettings;
import io.kintsugi.core.config.HttpSettings;
import io.kintsugi.core.config.NodeSettings;

/** All settings of a node. Each component is an area of the configuration and gives it its name. */
public record NodeConfig(
        NodeSettings node,
        ClusterSettings cluster,
        HttpSettings http,
        CoordinatorSettings coordinator,
        ChannelSettings channel) {

    public static NodeConfig defaults() {
        return ConfigLoader.load(ConfigSources.none());
    }
}
