package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemError;
import io.kintsugi.cluster.contract.ApiContract;
import io.kintsugi.cluster.contract.ApiOperation;
import io.kintsugi.cluster.security.AuditLog;
import io.kintsugi.cluster.security.AuditPage;
import io.kintsugi.cluster.security.AuditQuery;
import io.kintsugi.core.model.Nearest;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;

/** Who changed what, out of the files of this node's folder. */
final class AuditOperations {
    private static final int ENTRIES = 100;

    private final AuditLog audit;

    AuditOperations(AuditLog audit) {
        this.audit = audit;
    }

    Future<ApiReply> page(ApiCall call) {
        JsonObject asked = call.parameters();
        Optional<String> operation = Optional.ofNullable(asked.getString("operation"));
        operation.ifPresent(AuditOperations::requireKnown);
        AuditQuery query = new AuditQuery(
                Optional.ofNullable(asked.getString("user")),
                operation,
                Optional.ofNullable(asked.getString("about")),
                Optional.ofNullable(asked.getString("outcome")).map("refused"::equals));
        return audit.page(query, asked.getString("cursor", ""), (int) call.parameter("limit", ENTRIES))
                .map(AuditOperations::reply)
                .recover(failure -> Future.failedFuture(
                        failure instanceof AuditPage.Gone gone
                                ? ItemPage.gone(String.valueOf(gone.getMessage()))
                                : failure));
    }

    private static ApiReply reply(AuditPage page) {
        JsonObject body = new JsonObject().put("items", new JsonArray(page.entries()));
        return ApiReply.ok(page.next().isEmpty() ? body : body.put("nextCursor", page.next()));
    }

    /** A word that is mistyped would be found nowhere. */
    private static void requireKnown(String id) {
        List<String> written = ApiContract.load().operations().stream()
                .filter(ApiOperation::changes)
                .map(ApiOperation::id)
                .toList();
        if (!written.contains(id)) {
            throw Problem.of(
                            ProblemCode.INVALID_REQUEST,
                            List.of(ProblemError.at(
                                    "#/params/operation",
                                    "unknown-operation",
                                    "no operation that changes anything is called '%s'%s"
                                            .formatted(id, Nearest.hint(id, written)))))
                    .toException();
        }
    }
}
