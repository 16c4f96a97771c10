package io.kintsugi.coordinator.verticle;

import io.kintsugi.cluster.client.ApiRequest;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemError;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.cluster.contract.ApiContract;
import io.kintsugi.cluster.contract.ApiOperation;
import io.kintsugi.core.model.Nearest;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Holds requests against the contract. */
final class RequestReader {
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private final ApiContract contract;
    private final int bodyBytesMax;

    RequestReader(ApiContract contract, int bodyBytesMax) {
        this.contract = contract;
        this.bodyBytesMax = bodyBytesMax;
    }

    /** Throws {@link ProblemException} that lists all that is wrong. */
    ApiCall read(ApiRequest request) {
        ApiOperation operation = operation(request.operation());
        requireSize(request);
        JsonObject body = request.body().copy();
        if (!(body.getValue(ApiCall.PARAMS, new JsonObject()) instanceof JsonObject parameters)) {
            throw invalid(List.of(ProblemError.at("#/params", "wrong-type", "expected an object of parameters")));
        }
        body.remove(ApiCall.PARAMS);
        List<ProblemError> errors = new ArrayList<>(operation.checkParameters(parameters));
        errors.addAll(operation.checkBody(body.isEmpty() && !operation.body().required() ? null : body));
        boolean keyed = operation.knowsHeader(IDEMPOTENCY_KEY);
        if (keyed) {
            errors.addAll(operation.checkHeader(IDEMPOTENCY_KEY, request.idempotencyKey()));
        }
        if (!errors.isEmpty()) {
            throw invalid(errors);
        }
        return new ApiCall(operation.id(), parameters, body, keyed ? request.idempotencyKey() : null);
    }

    /** Throws {@link ProblemException} for one that is not in the contract or exists on HTTP only. */
    ApiOperation operation(String id) {
        return contract.operation(id).filter(operation -> !operation.httpOnly()).orElseThrow(() -> unknown(id));
    }

    private ProblemException unknown(String id) {
        List<String> known = contract.operations().stream()
                .filter(operation -> !operation.httpOnly())
                .map(ApiOperation::id)
                .toList();
        return Problem.of(
                        ProblemCode.UNKNOWN_OPERATION,
                        "header 'operation': there is no operation '%s'%s".formatted(id, Nearest.hint(id, known)))
                .toException();
    }

    private void requireSize(ApiRequest request) {
        int bytes = request.body().toBuffer().length();
        if (bytes > bodyBytesMax) {
            throw Problem.of(
                            ProblemCode.PAYLOAD_TOO_LARGE,
                            "the body has %d bytes, allowed are %d (api.body-bytes-max)".formatted(bytes, bodyBytesMax))
                    .toException();
        }
    }

    private static ProblemException invalid(List<ProblemError> errors) {
        return Problem.of(ProblemCode.INVALID_REQUEST, errors).toException();
    }
}
