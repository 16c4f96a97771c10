package io.kintsugi.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import io.kintsugi.core.model.NodeId;
import io.vertx.core.Completable;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.RegistrationInfo;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What Hazelcast would say is said by the test, if at all. */
final class SteadyAddressesTest {
    private static final String WORKER = ControlAddress.of(new NodeId("w", "w1"));
    private static final List<RegistrationInfo> AT_WORKER = List.of(new RegistrationInfo("node-w", 0, false));
    private static final NodeInfo INFO = new NodeInfo("10.0.0.1", 1, new JsonObject());

    private final List<String> asked = new ArrayList<>();
    private final List<String> members = new ArrayList<>(List.of("node-w"));
    private boolean answers = true;
    private boolean stopped;
    private List<RegistrationInfo> registered = AT_WORKER;

    private final SteadyAddresses manager = new SteadyAddresses(hazelcast()) {
        @Override
        public List<String> getNodes() {
            if (stopped) {
                throw new HazelcastInstanceNotActiveException("stopped");
            }
            return members;
        }

        @Override
        void askForRegistrations(String address, Completable<List<RegistrationInfo>> promise) {
            asked.add(address);
            if (answers) {
                promise.succeed(registered);
            }
        }

        @Override
        void askForNodeInfo(String node, Completable<NodeInfo> promise) {
            asked.add(node);
            if (answers) {
                promise.succeed(INFO);
            }
        }
    };

    private static HazelcastInstance hazelcast() {
        Class<?>[] types = {HazelcastInstance.class};
        return (HazelcastInstance) Proxy.newProxyInstance(
                SteadyAddressesTest.class.getClassLoader(), types, (proxy, method, arguments) -> null);
    }

    private Promise<List<RegistrationInfo>> registrations(String address) {
        Promise<List<RegistrationInfo>> promise = Promise.promise();
        manager.getRegistrations(address, promise);
        return promise;
    }

    private Promise<NodeInfo> info(String node) {
        Promise<NodeInfo> promise = Promise.promise();
        manager.getNodeInfo(node, promise);
        return promise;
    }

    @Test
    void aNodeFindsTheOthersWhileHazelcastIsBusyWithADeath() {
        registrations(WORKER);
        info("node-w");
        answers = false;

        assertThat(registrations(WORKER).future().result()).isEqualTo(AT_WORKER);
        assertThat(info("node-w").future().result()).isEqualTo(INFO);
    }

    @Test
    void whoeverHasLeftIsForgotten() {
        registrations(WORKER);
        info("node-w");
        members.clear();
        answers = false;

        assertThat(registrations(WORKER).future().isComplete()).isFalse();
        assertThat(info("node-w").future().isComplete()).isFalse();
    }

    @Test
    void whoeverAsksBehindTheStopIsToldSo() {
        stopped = true;

        assertThat(registrations(WORKER).future().cause()).isInstanceOf(HazelcastInstanceNotActiveException.class);
        assertThat(info("node-w").future().cause()).isInstanceOf(HazelcastInstanceNotActiveException.class);
    }

    /** It has joined and does not take commands yet. */
    @Test
    void anAddressThatNobodyHasYetIsAskedForAgain() {
        registered = List.of();
        registrations(WORKER);
        registered = AT_WORKER;

        assertThat(registrations(WORKER).future().result()).isEqualTo(AT_WORKER);
        assertThat(asked).containsExactly(WORKER, WORKER);
    }

    @Test
    void addressesThatMoveAreAlwaysAskedFor() {
        registrations("kintsugi.api");
        registrations("kintsugi.api");

        assertThat(asked).containsExactly("kintsugi.api", "kintsugi.api");
    }
}
