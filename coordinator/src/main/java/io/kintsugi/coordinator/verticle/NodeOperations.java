package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.cluster.security.AuditLog;
import io.kintsugi.core.model.Nearest;
import io.kintsugi.core.model.NodeId;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What every node answers by itself, since the question is what it sees; it has heard from the leader who takes no tasks. */
final class NodeOperations {
    private static final String GET_AUDIT = "getAudit";

    static final List<String> IDS = List.of("listNodes", "getNode", GET_AUDIT);

    private final Membership membership;
    private final AuditOperations audit;

    private final StandingBoard standings;
    private volatile Function<NodeId, List<NodeId>> unreached = node -> List.of();

    NodeOperations(Membership membership, StandingBoard standings, AuditLog audit) {
        this.membership = membership;
        this.standings = standings;
        this.audit = new AuditOperations(audit);
    }

    /** @param from whom a node does not reach, as it has said last */
    void links(Function<NodeId, List<NodeId>> from) {
        unreached = from;
    }

    boolean handles(ApiCall call) {
        return IDS.contains(call.operation());
    }

    Future<ApiReply> handle(ApiCall call) {
        return call.operation().equals(GET_AUDIT) ? audit.page(call) : nodes(call);
    }

    private Future<ApiReply> nodes(ApiCall call) {
        Optional<NodeId> leader = membership.leader();
        List<JsonObject> nodes = membership.members().stream()
                .map(member -> {
                    JsonObject json = json(member, leader);
                    standings.addTo(json, member.id());
                    addUnreached(json, member.id());
                    return json;
                })
                .toList();
        return Future.succeededFuture(
                call.operation().equals("getNode")
                        ? ApiReply.ok(node(call.parameter("node"), nodes))
                        : ItemPage.of(call, nodes, node -> node.getString("incarnation")));
    }

    private void addUnreached(JsonObject json, NodeId node) {
        List<String> names = unreached.apply(node).stream().map(NodeId::name).toList();
        if (!names.isEmpty()) {
            json.put("unreached", new JsonArray(names));
        }
    }

    /** By its incarnation, else by its name: the newest of several that are called the same. */
    private static JsonObject node(String asked, List<JsonObject> nodes) {
        JsonObject found = null;
        for (JsonObject node : nodes) {
            if (node.getString("incarnation").equals(asked)) {
                return node;
            }
            found = node.getString("name").equals(asked) ? node : found;
        }
        if (found == null) {
            List<String> names =
                    nodes.stream().map(node -> node.getString("name")).toList();
            throw Problem.of(
                            ProblemCode.UNKNOWN_NODE,
                            "no node in view is '%s'%s".formatted(asked, Nearest.hint(asked, names)))
                    .toException();
        }
        return found;
    }

    static JsonObject json(Member member, Optional<NodeId> leader) {
        JsonObject json = new JsonObject()
                .put("name", member.id().name())
                .put("incarnation", member.id().incarnation())
                .put(
                        "roles",
                        new JsonArray(member.roles().stream().map(Enum::name).toList()))
                .put("slots", member.slots())
                .put("leader", leader.filter(member.id()::equals).isPresent());
        return member.httpAddress().isEmpty() ? json : json.put("http", member.httpAddress());
    }
}
