package io.kintsugi.webconsole;

import io.kintsugi.cluster.artifact.Artifact;
import io.kintsugi.cluster.artifact.ArtifactStore;
import io.kintsugi.cluster.client.ApiReply;
import io.kintsugi.cluster.client.Problem;
import io.kintsugi.cluster.client.ProblemCode;
import io.kintsugi.cluster.client.ProblemException;
import io.kintsugi.cluster.security.AuditEntry;
import io.kintsugi.cluster.security.Caller;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.core.streams.Pipe;
import io.vertx.ext.web.RoutingContext;
import java.nio.file.Path;
import java.util.List;

/** Streams an uploaded JAR to this node's disk, checks it, and gives it to the leader. */
final class UploadHandler {
    private static final List<String> TYPES = List.of("application/octet-stream", "application/java-archive");
    private static final String ARTIFACTS = "/api/v1/artifacts/";

    private final Vertx vertx;
    private final HttpParts parts;

    UploadHandler(Vertx vertx, HttpParts parts) {
        this.vertx = vertx;
        this.parts = parts;
    }

    void handle(RoutingContext context, Caller caller) {
        try {
            receive(context, accepted(context))
                    .onSuccess(reply -> audit(context, caller, Outcome.stored(reply))
                            .onComplete(written -> Answers.reply(context, reply)))
                    .onFailure(failure -> refuse(context, caller, failure));
        } catch (ProblemException e) {
            refuse(context, caller, e);
        }
    }

    /** The store to write to; throws {@link ProblemException} before a byte of the body is read. */
    private Uploads accepted(RoutingContext context) {
        Uploads uploads = parts.uploads()
                .filter(possible -> parts.settings().artifactUploads())
                .orElseThrow(() -> Problem.of(
                                ProblemCode.UPLOADS_OFF,
                                "http.artifact-uploads is false on this node: put the classes on the class path of the"
                                        + " nodes, or set it to true on nodes with authentication (docs/security.md)")
                        .toException());
        HttpServerRequest request = context.request();
        String type = ContentType.of(request);
        if (!TYPES.contains(type)) {
            context.response().putHeader("Accept-Post", String.join(", ", TYPES));
            throw Problem.of(
                            ProblemCode.UNSUPPORTED_MEDIA_TYPE,
                            "content type: expected %s, found '%s'".formatted(String.join(" or ", TYPES), type))
                    .toException();
        }
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length != null) {
            uploads.store().requireSize(Long.parseLong(length));
        }
        return uploads;
    }

    private Future<ApiReply> receive(RoutingContext context, Uploads uploads) {
        ArtifactStore store = uploads.store();
        Path file = store.incomingFile();
        // Before the file is open, since a pipe also notices when the client goes away meanwhile.
        Pipe<Buffer> body = context.request().pipe().endOnComplete(false);
        return vertx.fileSystem()
                .open(file.toString(), new OpenOptions().setCreateNew(true).setWrite(true))
                .compose(out -> body.to(new LimitedStream(out, store)).eventually(out::close))
                .compose(v -> vertx.executeBlocking(() -> store.adopt(file), false))
                .onFailure(failure -> vertx.executeBlocking(
                        () -> {
                            store.discard(file);
                            return null;
                        },
                        false))
                .compose(adopted ->
                        uploads.fetcher().offerToLeader(adopted.artifact().id()).map(v -> reply(adopted)));
    }

    private static ApiReply reply(ArtifactStore.Adopted adopted) {
        Artifact artifact = adopted.artifact();
        return adopted.created()
                ? ApiReply.created(ARTIFACTS + artifact.id(), artifact.toJson())
                : ApiReply.ok(artifact.toJson());
    }

    private void refuse(RoutingContext context, Caller caller, Throwable failure) {
        audit(context, caller, Outcome.refused(failure)).onComplete(written -> Answers.refuse(context, failure));
    }

    /** What the audit says of an upload. */
    private record Outcome(int status, String code, JsonObject what) {
        static Outcome stored(ApiReply reply) {
            JsonObject artifact = new JsonObject().put("digest", reply.body().getString("digest"));
            return new Outcome(reply.status(), "", artifact);
        }

        static Outcome refused(Throwable failure) {
            ProblemCode code =
                    failure instanceof ProblemException known ? known.problem().code() : ProblemCode.INTERNAL;
            return new Outcome(code.status(), code.code(), new JsonObject());
        }
    }

    private Future<Void> audit(RoutingContext context, Caller caller, Outcome outcome) {
        return parts.door()
                .security()
                .audit()
                .record(new AuditEntry(
                        System.currentTimeMillis(),
                        caller.name(),
                        "uploadArtifact",
                        outcome.what(),
                        outcome.status(),
                        outcome.code(),
                        Answers.requestId(context)));
    }
}
