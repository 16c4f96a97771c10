package io.kintsugi.worker.net;

import io.kintsugi.core.model.JobId;
import io.kintsugi.worker.channel.Frame;

/** A frame and the job whose channel it belongs to: the body of an event-bus message. */
record Envelope(JobId job, Frame frame) {}
