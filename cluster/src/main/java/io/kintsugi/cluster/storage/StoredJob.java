package io.kintsugi.cluster.storage;

import io.kintsugi.cluster.client.JobJson;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.protocol.JobSpec;
import io.kintsugi.core.protocol.JobStatus;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a leader has to know of a job to go on with it.
 *
 * @param from the savepoint that it began with, or null
 * @param askedRecovery what its submission said of recovery, as {@code RecoveryJson} reads it
 * @param term of the leader that took the submission
 * @param submittedAtMs milliseconds since 1970
 */
public record StoredJob(JobSpec spec, @Nullable Start from, JsonObject askedRecovery, Term term, long submittedAtMs) {
    /** Rises when the layout changes. */
    private static final int FORMAT = 1;

    /**
     * The savepoint that a job began with.
     *
     * @param job whose it is
     * @param savepoint its name, or null for the newest checkpoint of that job
     * @param allowUnmatched whether state is dropped for which the job has no step
     */
    public record Start(String job, @Nullable String savepoint, boolean allowUnmatched) {}

    byte[] toText() {
        JobStatus status = new JobStatus(spec, JobState.DEPLOYING, submittedAtMs, 0, 0, null, List.of());
        JsonObject json = new JsonObject()
                .put("format", FORMAT)
                .put("term", term.value())
                .put("job", JobJson.unmasked(JobJson.summary(status), spec))
                .put("askedRecovery", askedRecovery);
        if (from != null) {
            json.put(
                    "from",
                    new JsonObject()
                            .put("job", from.job())
                            .put("savepoint", from.savepoint())
                            .put("allowUnmatched", from.allowUnmatched()));
        }
        return SealedText.write(json.encodePrettily() + "\n");
    }

    /** Throws {@link RuntimeException} for what is no such text. */
    static StoredJob read(byte[] text) {
        JsonObject json = new JsonObject(SealedText.read(text));
        if (json.getInteger("format") != FORMAT) {
            throw new IllegalArgumentException("expected format %d, found %d: another build wrote it"
                    .formatted(FORMAT, json.getInteger("format")));
        }
        JobStatus status = JobJson.read(json.getJsonObject("job"));
        return new StoredJob(
                status.spec(),
                start(json.getJsonObject("from")),
                json.getJsonObject("askedRecovery"),
                new Term(json.getLong("term")),
                status.submittedAtMs());
    }

    private static @Nullable Start start(@Nullable JsonObject json) {
        return json == null
                ? null
                : new Start(json.getString("job"), json.getString("savepoint"), json.getBoolean("allowUnmatched"));
    }
}
