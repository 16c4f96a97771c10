package io.kintsugi.webconsole;

import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemError;
import io.kintsugi.cluster.contract.ApiContract;
import io.kintsugi.cluster.contract.ApiOperation;
import io.kintsugi.core.model.Nearest;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the operation of the contract that a request means, and the parameters of its path and query. */
final class Dispatcher implements Handler<RoutingContext> {
    private final Map<String, PathOperations> paths = new LinkedHashMap<>();
    private final OperationHandlers handlers;

    /** @param byMethod upper case */
    private record PathOperations(PathTemplate template, Map<String, ApiOperation> byMethod) {
        String allow() {
            List<String> methods = new ArrayList<>(byMethod.keySet());
            if (byMethod.containsKey("GET")) {
                methods.add("HEAD");
            }
            methods.add("OPTIONS");
            return String.join(", ", methods);
        }

        Optional<ApiOperation> operation(HttpMethod method) {
            String name = method.equals(HttpMethod.HEAD) ? "GET" : method.name();
            return Optional.ofNullable(byMethod.get(name));
        }
    }

    Dispatcher(ApiContract contract, OperationHandlers handlers) {
        this.handlers = handlers;
        for (ApiOperation operation : contract.operations()) {
            paths.computeIfAbsent(
                            operation.path(), path -> new PathOperations(new PathTemplate(path), new LinkedHashMap<>()))
                    .byMethod()
                    .put(operation.method(), operation);
        }
    }

    @Override
    public void handle(RoutingContext context) {
        String path = context.request().path();
        PathOperations found = find(path);
        if (found == null) {
            Answers.problem(
                    context,
                    Problem.of(
                            ProblemCode.UNKNOWN_PATH,
                            "there is nothing at '%s'%s"
                                    .formatted(
                                            path,
                                            Nearest.to(String.valueOf(path), paths.keySet())
                                                    .map(near -> "; did you mean '" + near + "'?")
                                                    .orElse("; GET /api/v1/openapi.yaml lists all paths"))));
            return;
        }
        HttpMethod method = context.request().method();
        Optional<ApiOperation> operation = found.operation(method);
        if (operation.isPresent()) {
            serve(context, operation.get(), found.template());
            return;
        }
        context.response().putHeader(HttpHeaders.ALLOW, found.allow());
        if (method.equals(HttpMethod.OPTIONS)) {
            context.response().setStatusCode(204).end();
        } else {
            Answers.problem(
                    context,
                    Problem.of(
                            ProblemCode.METHOD_NOT_ALLOWED,
                            "'%s' has no %s; it has %s".formatted(path, method, found.allow())));
        }
    }

    private void serve(RoutingContext context, ApiOperation operation, PathTemplate template) {
        JsonObject parameters;
        List<ProblemError> errors;
        try {
            parameters = template.match(context.request().path()).orElseThrow();
            errors = addQuery(context, operation, parameters);
        } catch (IllegalArgumentException | HttpException e) {
            String why = String.valueOf(
                    e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
            Answers.problem(
                    context, Problem.of(ProblemCode.INVALID_REQUEST, "path or query is not well encoded: " + why));
            return;
        }
        if (errors.isEmpty()) {
            handlers.serve(context, operation, parameters);
        } else {
            Answers.problem(context, Problem.of(ProblemCode.INVALID_REQUEST, errors));
        }
    }

    private static List<ProblemError> addQuery(RoutingContext context, ApiOperation operation, JsonObject parameters) {
        List<ProblemError> errors = new ArrayList<>();
        context.queryParams().forEach(entry -> {
            if (operation.isHeaderField(entry.getKey())) {
                errors.add(ProblemError.at(
                        "#/params/" + entry.getKey(),
                        "unknown-parameter",
                        "unknown parameter '" + entry.getKey() + "': it is a header"));
            }
            if (parameters.containsKey(entry.getKey())) {
                errors.add(ProblemError.at(
                        "#/params/" + entry.getKey(),
                        "repeated-parameter",
                        "parameter '" + entry.getKey() + "' is given more than once"));
            }
            parameters.put(entry.getKey(), operation.parameterValue(entry.getKey(), entry.getValue()));
        });
        return errors;
    }

    private @Nullable PathOperations find(@Nullable String path) {
        PathOperations best = null;
        for (PathOperations candidate : paths.values()) {
            boolean better = best == null
                    || candidate.template().literalLength() > best.template().literalLength();
            if (path != null && better && candidate.template().fits(path)) {
                best = candidate;
            }
        }
        return best;
    }
}
