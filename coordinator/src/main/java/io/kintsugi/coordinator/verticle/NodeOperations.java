package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.membership.Member;
import io.kintsugi.cluster.membership.Membership;
import io.kintsugi.core.model.NodeId;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** What every node answers by itself, since the question is what it sees. */
final class NodeOperations {
    static final List<String> IDS = List.of("listNodes");

    private final Membership membership;

    NodeOperations(Membership membership) {
        this.membership = membership;
    }

    boolean handles(ApiCall call) {
        return IDS.contains(call.operation());
    }

    Future<ApiReply> handle(ApiCall call) {
        Optional<NodeId> leader = membership.leader();
        JsonArray items = new JsonArray();
        membership.members().forEach(member -> items.add(json(member, leader)));
        return Future.succeededFuture(ApiReply.ok(new JsonObject().put("items", items)));
    }

    private static JsonObject json(Member member, Optional<NodeId> leader) {
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
