package io.kintsugi.core.api;

/**
 * The class by which a job is submitted: every node that runs a part of the job makes the graph from it. So the same
 * parameters give the same graph everywhere, and building does no work beyond that. Needs a public constructor without
 * parameters.
 */
@FunctionalInterface
public interface JobBuilder {
    /** Builds the job; what it throws is reported to whoever submitted the job. */
    Job build(JobParameters parameters) throws Exception;
}
