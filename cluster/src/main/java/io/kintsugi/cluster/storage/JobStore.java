package io.kintsugi.cluster.storage;

import io.kintsugi.cluster.client.JobJson;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.StopRequest;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The newest run of every job name as all coordinators see it, in files that are created once. Beside a job's run numbers:
 *
 * <pre>
 * jobs/flights/submitted-3      what {@link StoredJob} says
 * jobs/flights/stop-drain-3     somebody has asked it to stop
 * jobs/flights/ended-3          its last status: it lives no more
 * jobs/flights/fate-3           decides who has the job where two leaders met
 * </pre>
 *
 * A job lives from the moment that its submission is stored until it is stored that it has ended. Every call blocks.
 */
public final class JobStore {
    private static final String DIRECTORY = "jobs";
    private static final String SUBMITTED = "submitted-";
    private static final String ENDED = "ended-";
    private static final String STOP = "stop-";
    private static final String FATE = "fate-";
    private static final List<String> KINDS = List.of(SUBMITTED, ENDED, FATE);

    private final FileStore files;
    private final TermStore terms;

    public JobStore(FileStore files) {
        this.files = files;
        this.terms = new TermStore(files);
    }

    /** What has become of a submission. */
    public enum Outcome {
        STORED,
        /** A later leader has begun meanwhile and does not know the job: it will never run. */
        WITHDRAWN,
        /** A later leader has begun meanwhile and has taken the job over. */
        TAKEN_OVER
    }

    /** A job that has ended, with its last status. */
    public record Ended(StoredJob job, JobStatus status) {}

    /** A job that has not ended. */
    public record Living(StoredJob job, Optional<StopRequest> stop) {}

    /**
     * What was found.
     *
     * @param living by name
     * @param ended oldest first
     * @param damaged names the files that do not count, and why
     */
    public record Found(List<Living> living, List<Ended> ended, List<String> damaged) {
        public Found {
            living = List.copyOf(living);
            ended = List.copyOf(ended);
            damaged = List.copyOf(damaged);
        }
    }

    /**
     * Stores a submission before its job begins. A leader that begins later finds it; one that has begun already may or may not
     * have, and then it is decided here who is right.
     */
    public Outcome submitted(StoredJob job) {
        JobId id = job.spec().id();
        if (!files.createIfAbsent(file(SUBMITTED, id), job.toText())) {
            throw new IllegalStateException("job " + id + " was submitted before");
        }
        forgetBefore(id);
        if (terms.highest().equals(job.term())) {
            return Outcome.STORED;
        }
        return decide(id, "withdrawn") ? Outcome.WITHDRAWN : Outcome.TAKEN_OVER;
    }

    /** True if the fate of the job is this one; the first that is told stays. */
    private boolean decide(JobId id, String fate) {
        files.createIfAbsent(file(FATE, id), (fate + "\n").getBytes(StandardCharsets.UTF_8));
        return files.read(file(FATE, id))
                .map(told -> new String(told, StandardCharsets.UTF_8).strip())
                .filter(fate::equals)
                .isPresent();
    }

    /** A submission that came to nothing: its job never began. */
    public void forget(JobId id) {
        files.delete(file(SUBMITTED, id));
    }

    public void stopAsked(JobId id, StopRequest stop) {
        files.createIfAbsent(file(stop(stop.mode()), id), stop.savepoint().getBytes(StandardCharsets.UTF_8));
    }

    public void ended(JobStatus status) {
        JsonObject json = JobJson.unmasked(JobJson.detailed(status), status.spec());
        String text = json.encodePrettily() + "\n";
        files.createIfAbsent(file(ENDED, status.spec().id()), SealedText.write(text));
    }

    /**
     * All jobs that live, for a leader that has taken its term before, and the newest of those that have ended.
     *
     * @param endedMax so many of them
     */
    public Found takeOver(int endedMax) {
        Reading reading = new Reading();
        files.list(DIRECTORY).forEach(reading::take);
        reading.ended.sort(Comparator.comparingLong(one -> one.status().endedAtMs()));
        int first = Math.max(0, reading.ended.size() - endedMax);
        return new Found(reading.living, reading.ended.subList(first, reading.ended.size()), reading.damaged);
    }

    private final class Reading {
        private final List<Living> living = new ArrayList<>();
        private final List<Ended> ended = new ArrayList<>();
        private final List<String> damaged = new ArrayList<>();

        void take(String name) {
            List<String> names = files.list(DIRECTORY + "/" + name);
            long newest = Numbered.highest(SUBMITTED, names);
            if (newest > 0) {
                read(new JobId(name, newest), names);
            }
        }

        private void read(JobId id, List<String> names) {
            boolean hasEnded = names.contains(ENDED + id.run());
            try {
                Optional<StoredJob> job = files.read(file(SUBMITTED, id)).map(StoredJob::read);
                if (job.isPresent() && hasEnded) {
                    files.read(file(ENDED, id)).ifPresent(text -> ended.add(new Ended(job.get(), status(text))));
                } else if (job.isPresent() && decide(id, "taken over")) {
                    living.add(new Living(job.get(), stopOf(id, names)));
                }
            } catch (UncheckedIOException failing) {
                throw failing;
            } catch (RuntimeException e) { // JSON of another shape fails in many ways.
                damaged.add(file(hasEnded ? ENDED : SUBMITTED, id) + ": " + e.getMessage());
            }
        }
    }

    private static JobStatus status(byte[] text) {
        return JobJson.read(new JsonObject(SealedText.read(text)));
    }

    /** The strongest. */
    private Optional<StopRequest> stopOf(JobId id, List<String> names) {
        return Arrays.stream(StopMode.values())
                .filter(mode -> names.contains(stop(mode) + id.run()))
                .reduce((weaker, stronger) -> stronger)
                .flatMap(mode -> files.read(file(stop(mode), id))
                        .map(savepoint -> new StopRequest(mode, new String(savepoint, StandardCharsets.UTF_8))));
    }

    private static String stop(StopMode mode) {
        return STOP + Words.of(mode) + "-";
    }

    private void forgetBefore(JobId newest) {
        String directory = DIRECTORY + "/" + newest.name();
        List<String> prefixes = new ArrayList<>(KINDS);
        Arrays.stream(StopMode.values()).forEach(mode -> prefixes.add(stop(mode)));
        for (String name : files.list(directory)) {
            boolean older = prefixes.stream()
                    .mapToLong(prefix -> Numbered.of(prefix, name))
                    .anyMatch(run -> run > 0 && run < newest.run());
            if (older) {
                files.delete(directory + "/" + name);
            }
        }
    }

    private static String file(String kind, JobId id) {
        return DIRECTORY + "/" + id.name() + "/" + kind + id.run();
    }
}
