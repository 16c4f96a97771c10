package io.kintsugi.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.cluster.Address;
import com.hazelcast.internal.serialization.SerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.spi.exception.PartitionMigratingException;
import io.kintsugi.core.config.ClusterSettings;
import io.kintsugi.core.model.Role;
import java.net.ConnectException;
import java.net.URL;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HazelcastConfigTest {
    private final SerializationService open = new DefaultSerializationServiceBuilder().build();
    private final SerializationService filtered = new DefaultSerializationServiceBuilder()
            .setConfig(HazelcastConfig.of(ClusterSettings.defaults(), Nodes.member("a", Role.WORKER), List.of())
                    .getSerializationConfig())
            .build();

    /** Was refused once: a node that joined while partitions moved got no answer and failed to start after 20 s. */
    @Test
    void theAnswerThatAnOperationHasToBeRepeatedPassesTheFilter() throws Exception {
        Throwable answer =
                new PartitionMigratingException(new Address("127.0.0.1", 5701), 6, "PutOperation", "multimap");
        answer.addSuppressed(new IllegalStateException(new ConnectException("refused")));

        Throwable received = filtered.toObject(open.toData(answer));

        assertThat(received).hasMessage(answer.getMessage());
        assertThat(received.getSuppressed()).hasSize(1);
    }

    @Test
    void objectsThatNoNodeSendsAreRefused() throws Exception {
        for (Object stranger : List.of(new URL("http://example.org"), new javax.management.ObjectName("a:b=c"))) {
            assertThatThrownBy(() -> filtered.toObject(open.toData(stranger))).hasMessageContaining("is not allowed");
        }
    }
}
