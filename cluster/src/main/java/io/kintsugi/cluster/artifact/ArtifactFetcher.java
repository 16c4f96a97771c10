package io.kintsugi.cluster.artifact;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.config.BuildSettings;
import io.kintsugi.core.model.NodeId;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.file.OpenOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Finds a JAR in this node's store, else fetches it from the leader, else from any other node, chunk by chunk, and checks
 * its digest. Two who ask for the same JAR share one transfer. Any thread may call.
 */
public final class ArtifactFetcher implements ArtifactSource {
    private final Vertx vertx;
    private final Membership membership;
    private final ArtifactStore store;
    private final BuildSettings settings;
    private final ConcurrentMap<ArtifactId, Future<Path>> underWay = new ConcurrentHashMap<>();

    public ArtifactFetcher(Vertx vertx, Membership membership, ArtifactStore store, BuildSettings settings) {
        this.vertx = vertx;
        this.membership = membership;
        this.store = store;
        this.settings = settings;
    }

    @Override
    public Future<Path> locate(ArtifactId id) {
        return fetch(id, holders());
    }

    /** Fetches from one node only, unless the JAR is here already. */
    Future<Path> fetch(ArtifactId id, NodeId holder) {
        return fetch(id, List.of(holder));
    }

    /** Makes the leader fetch a JAR from this node; completes when the leader has it. */
    public Future<Void> offerToLeader(ArtifactId id) {
        Optional<NodeId> leader = membership.leader();
        if (leader.isEmpty()) {
            return Future.failedFuture(
                    Problem.of(ProblemCode.NO_LEADER, "no node leads, so nobody can take artifact " + id)
                            .toException());
        }
        NodeId self = membership.self();
        if (leader.get().equals(self)) {
            return Future.succeededFuture();
        }
        DeliveryOptions options = new DeliveryOptions()
                .setSendTimeout(settings.transferTimeoutMs())
                .addHeader(ArtifactServer.DIGEST, id.digest())
                .addHeader(ArtifactServer.HOLDER_NAME, self.name())
                .addHeader(ArtifactServer.HOLDER_INCARNATION, self.incarnation());
        return vertx.eventBus()
                .request(ArtifactServer.address(leader.get()), Buffer.buffer(), options)
                .<Void>mapEmpty()
                .recover(failure -> Future.failedFuture(
                        failed(id, "the leader " + leader.get() + " did not take it: " + failure.getMessage())));
    }

    private Future<Path> fetch(ArtifactId id, List<NodeId> holders) {
        return vertx.executeBlocking(() -> store.find(id), false)
                .compose(found ->
                        found.isPresent() ? Future.succeededFuture(found.get().file()) : shared(id, holders));
    }

    private Future<Path> shared(ArtifactId id, List<NodeId> holders) {
        Future<Path> transfer = underWay.get(id);
        if (transfer != null) {
            return transfer;
        }
        if (underWay.size() >= settings.transfersMax()) {
            return Future.failedFuture(failed(id, settings.transfersMax() + " other transfers are under way"));
        }
        Future<Path> begun = fromFirstOf(id, holders, new ArrayList<>());
        Future<Path> earlier = underWay.putIfAbsent(id, begun);
        begun.onComplete(done -> underWay.remove(id, begun));
        return earlier == null ? begun : earlier;
    }

    /** Tries one node after the other; {@code reasons} collects why each could not give it. */
    private Future<Path> fromFirstOf(ArtifactId id, List<NodeId> holders, List<String> reasons) {
        if (holders.isEmpty()) {
            return Future.failedFuture(ArtifactStore.missing(
                    id, "not on this node" + (reasons.isEmpty() ? "" : "; " + String.join("; ", reasons))));
        }
        NodeId holder = holders.get(0);
        return from(holder, id).recover(failure -> {
            reasons.add(holder.name() + ": " + failure.getMessage());
            return fromFirstOf(id, holders.subList(1, holders.size()), reasons);
        });
    }

    private Future<Path> from(NodeId holder, ArtifactId id) {
        Path file = store.incomingFile();
        OpenOptions create = new OpenOptions().setCreateNew(true).setWrite(true);
        return vertx.fileSystem()
                .open(file.toString(), create)
                .compose(out -> copy(holder, id, out, 0).eventually(out::close))
                .compose(v -> vertx.executeBlocking(() -> adopt(file, id), false))
                .onFailure(failure -> vertx.executeBlocking(
                        () -> {
                            store.discard(file);
                            return null;
                        },
                        false));
    }

    private Path adopt(Path file, ArtifactId id) {
        Artifact artifact = store.adopt(file).artifact();
        if (!artifact.id().equals(id)) {
            throw failed(id, "what arrived has the digest " + artifact.id());
        }
        return artifact.file();
    }

    private Future<Void> copy(NodeId holder, ArtifactId id, AsyncFile out, long offset) {
        return chunk(holder, id, offset, 1).compose(message -> {
            long size = Long.parseLong(message.headers().get(ArtifactServer.SIZE));
            Buffer bytes = message.body();
            store.requireSize(size);
            if (bytes.length() == 0 && offset < size) {
                return Future.failedFuture(failed(id, "the file ends at byte " + offset + " of " + size));
            }
            long next = offset + bytes.length();
            return out.write(bytes, offset)
                    .compose(v -> next < size ? copy(holder, id, out, next) : Future.succeededFuture());
        });
    }

    private Future<Message<Buffer>> chunk(NodeId holder, ArtifactId id, long offset, int attempt) {
        DeliveryOptions options = new DeliveryOptions()
                .setSendTimeout(settings.chunkTimeoutMs())
                .addHeader(ArtifactServer.DIGEST, id.digest())
                .addHeader(ArtifactServer.OFFSET, Long.toString(offset));
        return vertx.eventBus()
                .<Buffer>request(ArtifactServer.address(holder), Buffer.buffer(), options)
                .recover(failure -> attempt < settings.chunkAttemptsMax() && mayPass(failure)
                        ? chunk(holder, id, offset, attempt + 1)
                        : Future.failedFuture(failure));
    }

    private static boolean mayPass(Throwable failure) {
        return !(failure instanceof ReplyException reply && reply.failureCode() == ArtifactServer.NOT_HERE);
    }

    /** All other nodes, the leader first. */
    private List<NodeId> holders() {
        List<NodeId> holders = new ArrayList<>();
        membership.leader().ifPresent(holders::add);
        membership.members().stream()
                .map(Member::id)
                .filter(node -> !holders.contains(node))
                .forEach(holders::add);
        holders.remove(membership.self());
        return holders;
    }

    static ProblemException failed(ArtifactId id, String why) {
        return Problem.of(ProblemCode.ARTIFACT_FETCH_FAILED, "artifact " + id + ": " + why)
                .toException();
    }
}
