package io.kintsugi.cluster.client;

import io.kintsugi.core.model.Words;
import java.util.Optional;

/**
 * The catalogue of problems. A number never changes its meaning and is never used again; {@code docs/problems.md} has a
 * section for each.
 */
public enum ProblemCode {
    INVALID_REQUEST(1001, 400, "The request does not match the contract"),
    MALFORMED_BODY(1002, 400, "The body cannot be read"),
    UNKNOWN_PATH(1003, 404, "There is nothing at this path"),
    METHOD_NOT_ALLOWED(1004, 405, "The path does not have this method"),
    UNSUPPORTED_MEDIA_TYPE(1005, 415, "The body has the wrong content type"),
    PAYLOAD_TOO_LARGE(1006, 413, "The body is too large"),
    CROSS_ORIGIN(1007, 403, "The request came from another web site"),
    UNKNOWN_OPERATION(1008, 400, "There is no such operation"),
    IDEMPOTENCY_KEY_REUSED(1009, 422, "The idempotency key belongs to another request"),
    REVISION_MISMATCH(1010, 412, "The job is another run by now"),
    NOT_ACCEPTABLE(1011, 406, "The answer has no type that the caller takes"),

    UNKNOWN_JOB(2001, 404, "There is no such job"),
    NAME_CONFLICT(2002, 409, "A job of this name lives"),
    NAME_MISMATCH(2003, 422, "The job has another name"),
    UNKNOWN_BUILDER(2004, 422, "The builder class was not found"),
    NOT_A_BUILDER(2005, 422, "The class cannot build jobs"),
    BUILDER_FAILED(2006, 422, "The builder threw an exception"),
    BUILDER_TIMEOUT(2007, 422, "The builder took too long"),
    INVALID_JOB(2008, 422, "The job cannot run"),
    UNKNOWN_PARAMETER(2009, 422, "The builder does not know a parameter"),
    INSUFFICIENT_SLOTS(2010, 422, "The cluster has too few slots for the job"),
    JOB_DIFFERS(2011, 500, "This node built another job than the leader"),
    BUILDS_BUSY(2012, 503, "Too many jobs are being built"),
    TOO_MANY_JOBS(2013, 422, "The cluster has as many jobs as it may"),
    JOB_ENDED(2014, 409, "The job has ended"),
    UNKNOWN_TASK(2015, 404, "The job has no such task"),
    TASK_NOT_RUNNING(2016, 409, "The task does not run now"),
    INVALID_PARAMETER(2017, 422, "A parameter has a value that the builder does not take"),
    UNKNOWN_RECOVERY(2018, 404, "The job has no such recovery"),
    JOB_LIVES(2019, 409, "The job has not ended"),

    NOT_CHECKPOINTED(2101, 422, "The job stores no state"),
    UNKNOWN_SAVEPOINT(2102, 404, "There is no such savepoint"),
    SAVEPOINT_MISSING(2103, 422, "The savepoint to begin with was not found"),
    UNMATCHED_STATE(2104, 422, "The savepoint has state that the job has no place for"),
    SAVEPOINT_CONFLICT(2105, 409, "The job has a savepoint of this name"),
    SAVEPOINT_IN_USE(2106, 409, "A job may have to go back to the savepoint"),
    SAVEPOINT_FAILED(2107, 422, "The savepoint did not become complete"),

    ARTIFACT_MISSING(3001, 422, "The artifact was not found"),
    UNKNOWN_ARTIFACT(3002, 404, "There is no such artifact"),
    NOT_A_JAR(3003, 422, "The file is not a readable JAR"),
    UPLOADS_OFF(3004, 403, "Uploads are switched off"),
    ARTIFACT_FETCH_FAILED(3005, 503, "The artifact could not be fetched"),
    ARTIFACT_IN_USE(3006, 409, "A job runs from the artifact"),

    NO_LEADER(4001, 503, "No node leads"),
    NOT_LEADER(4002, 503, "This node does not lead"),
    LEADER_TIMEOUT(4003, 504, "The leader did not answer"),
    UNKNOWN_NODE(4004, 404, "There is no such node"),
    UNKNOWN_ACTION(4005, 404, "There is no such operation under way or done"),
    TOO_MANY_STREAMS(4006, 503, "This node serves as many live streams as it may"),
    CANNOT_DRAIN(4007, 409, "The node cannot be drained now"),
    CANNOT_QUARANTINE(4008, 409, "The node cannot be quarantined now"),

    INTERNAL(5001, 500, "Something broke inside Kintsugi"),

    UNAUTHENTICATED(6001, 401, "It is not known who asks"),
    FORBIDDEN(6002, 403, "The caller may not do this"),
    TOO_MANY_LOGINS(6003, 429, "Too many wrong passwords"),
    REQUESTED_BY_MISSING(6004, 403, "A session cookie alone changes nothing");

    private final int number;
    private final int status;
    private final String title;

    ProblemCode(int number, int status, String title) {
        this.number = number;
        this.status = status;
        this.title = title;
    }

    /** Stable text for machines, {@code KIN-1001}. */
    public String code() {
        return "KIN-" + number;
    }

    /** HTTP status, also the failure code on the event bus. */
    public int status() {
        return status;
    }

    /** One line for people, the same for all problems of this code. */
    public String title() {
        return title;
    }

    /** Kebab-case name, {@code invalid-request}. */
    public String slug() {
        return Words.of(this);
    }

    /** The RFC 9457 type: a page of any node that explains it, relative to where the answer came from. */
    public String type() {
        return "/problems/" + slug();
    }

    /** Whether the same request may succeed a moment later without anybody doing anything. */
    public boolean isTransient() {
        return status == 503 || status == 504;
    }

    /** By {@link #code} or {@link #slug}. */
    public static Optional<ProblemCode> of(String text) {
        for (ProblemCode candidate : values()) {
            if (candidate.code().equals(text) || candidate.slug().equals(text)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }
}
