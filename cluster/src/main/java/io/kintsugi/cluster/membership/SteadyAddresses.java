package io.kintsugi.cluster.membership;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import io.vertx.core.Completable;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Remembers where the others are as long as they are members: the addresses at which nodes take commands, and where their event buses
 * listen. Hazelcast's maps say that too, but after a death they wait for partitions to move, which takes seconds on a busy machine; in
 * that time a new leader must be heard.
 */
class SteadyAddresses extends HazelcastClusterManager {
    /** By address. */
    private final Map<String, List<RegistrationInfo>> registrations = new ConcurrentHashMap<>();
    /** By node, in the words of Vert.x. */
    private final Map<String, NodeInfo> infos = new ConcurrentHashMap<>();

    SteadyAddresses(HazelcastInstance hazelcast) {
        super(hazelcast);
    }

    @Override
    public void getRegistrations(String address, Completable<List<RegistrationInfo>> promise) {
        if (!ControlAddress.is(address)) {
            askForRegistrations(address, promise);
            return;
        }
        if (hasLeft(promise)) {
            return;
        }
        List<RegistrationInfo> known = registrations.get(address);
        if (known != null) {
            later(known, promise);
            return;
        }
        askForRegistrations(address, (found, failure) -> {
            if (failure == null && !found.isEmpty()) {
                registrations.put(address, List.copyOf(found));
            }
            promise.complete(found, failure);
        });
    }

    @Override
    public void getNodeInfo(String node, Completable<NodeInfo> promise) {
        if (hasLeft(promise)) {
            return;
        }
        NodeInfo known = infos.get(node);
        if (known != null) {
            later(known, promise);
            return;
        }
        askForNodeInfo(node, (found, failure) -> {
            if (failure == null && found != null) {
                infos.put(node, found);
            }
            promise.complete(found, failure);
        });
    }

    /** Fails the promise if this node itself has left; else only those who are there are remembered. */
    private boolean hasLeft(Completable<?> promise) {
        try {
            forgetThoseWhoLeft();
            return false;
        } catch (HazelcastInstanceNotActiveException left) {
            promise.fail(left);
            return true;
        }
    }

    private void forgetThoseWhoLeft() {
        Collection<String> members = getNodes();
        infos.keySet().retainAll(members);
        registrations
                .values()
                .removeIf(all -> !members.containsAll(
                        all.stream().map(RegistrationInfo::nodeId).toList()));
    }

    /** As Hazelcast's answer comes: behind the call, on its context. */
    private static <T> void later(T known, Completable<T> promise) {
        Context context = Vertx.currentContext();
        if (context == null) {
            promise.succeed(known);
        } else {
            context.runOnContext(v -> promise.succeed(known));
        }
    }

    /** Waits for Hazelcast. */
    void askForRegistrations(String address, Completable<List<RegistrationInfo>> promise) {
        super.getRegistrations(address, promise);
    }

    /** Waits for Hazelcast. */
    void askForNodeInfo(String node, Completable<NodeInfo> promise) {
        super.getNodeInfo(node, promise);
    }
}
