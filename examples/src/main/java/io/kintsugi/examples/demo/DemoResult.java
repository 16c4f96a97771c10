package io.kintsugi.examples.demo;

import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.TaskCounters;
import io.kintsugi.core.protocol.TaskStatus;
import io.kintsugi.examples.flights.FlightsSettings;
import io.kintsugi.examples.flights.PassQuality;
import io.kintsugi.examples.flights.QualityBoard;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a demo came to.
 *
 * @param status of the job after its end
 * @param read flights that the sources have read, counted outside the tasks
 * @param reading what the reports said, counted outside the tasks
 */
record DemoResult(DemoOptions options, JobStatus status, long read, QualityBoard.Reading reading, Mended mended) {

    /** Why the run is no success; empty for one that accounts for every record that was asked for. */
    Optional<String> shortfall() {
        FlightsSettings settings = options.flights();
        if (settings.endless() && status.state() == JobState.STOPPED) {
            return Optional.empty();
        }
        if (status.state() != JobState.FINISHED) {
            String cause = status.failure() == null ? "" : ": " + status.failure();
            return Optional.of("job %s ended as %s%s".formatted(name(), status.state(), cause));
        }
        if (!balanced()) {
            return Optional.of("job %s: quality figures of %d records were expected, less what was lost: %s"
                    .formatted(name(), settings.records(), mended.account(read, reading.records())));
        }
        return Optional.empty();
    }

    /** All that was asked for was read, and the account explains what did not come to its measuring. */
    private boolean balanced() {
        FlightsSettings settings = options.flights();
        return (settings.endless() || read == settings.records()) && mended.balances(read, reading.records());
    }

    /** From the submission to the end. */
    long durationMs() {
        long endMs = status.endedAtMs() == 0 ? System.currentTimeMillis() : status.endedAtMs();
        return endMs - status.submittedAtMs();
    }

    long recordsPerSecond() {
        long ms = durationMs();
        return ms == 0 ? 0 : reading.records() * 1_000 / ms;
    }

    JsonObject toJson() {
        JsonObject json = new JsonObject()
                .put("job", name())
                .put("state", status.state().name())
                .put("records", reading.records())
                .put("durationMs", durationMs())
                .put("recordsPerSecond", recordsPerSecond());
        putFigure(json, "auc", reading.first().map(PassQuality::auc).orElse(Double.NaN));
        putFigure(json, "logLoss", reading.first().map(PassQuality::logLoss).orElse(Double.NaN));
        putFigure(json, "failureFreeAuc", mended.failureFreeAuc().orElse(Double.NaN));
        json.put("recoveries", mended.toJson())
                .put("untouchedTasks", mended.untouched(status.tasks().size()))
                .put("lostTotal", mended.loss().total().lost())
                .put("lostTotalAgrees", mended.agrees(read, reading.records()))
                .put(
                        "countedOutside",
                        new JsonObject()
                                .put("read", read)
                                .put("measured", reading.records())
                                .put("missing", read - reading.records()))
                .put("ledgerBalanced", balanced());
        return json.put("aucMeaning", "pass 1 over the rows; in later passes the models remember them")
                .put("failureFreeAucMeaning", "pass 1 in a second run of the job, without failures")
                .put(
                        "passes",
                        new JsonArray(passes().stream().map(DemoResult::json).toList()))
                .put("parallelism", options.flights().parallelism())
                .put("workers", options.workers())
                .put("taskCount", status.tasks().size())
                .put(
                        "tasks",
                        new JsonArray(
                                status.tasks().stream().map(DemoResult::json).toList()));
    }

    String toText() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "%s %s: %,d records in %.1f s, %,d records/s; %s on %s%n",
                name(),
                status.state(),
                reading.records(),
                durationMs() / 1_000.0,
                recordsPerSecond(),
                Words.count(status.tasks().size(), "task"),
                Words.count(options.workers(), "node")));
        passes().forEach(pass -> text.append(line(pass)));
        mended.failureFreeAuc()
                .ifPresent(auc ->
                        text.append("  pass 1      AUC %.3f  in a second run, without failures%n".formatted(auc)));
        if (!mended.recoveries().isEmpty()) {
            text.append("  account     ")
                    .append(mended.account(read, reading.records()))
                    .append(System.lineSeparator());
        }
        return text.toString();
    }

    private String name() {
        return status.spec().id().name();
    }

    /** The first and the last one that were reported. */
    private List<PassQuality> passes() {
        List<PassQuality> passes = new ArrayList<>();
        reading.first().ifPresent(passes::add);
        reading.newest().filter(newest -> newest.pass() != 1).ifPresent(passes::add);
        return passes;
    }

    private static String line(PassQuality pass) {
        return String.format(
                Locale.ROOT,
                "  pass %-6d AUC %.3f  log-loss %.4f  %s%n",
                pass.pass(),
                pass.auc(),
                pass.logLoss(),
                pass.pass() == 1
                        ? "the test: every flight was new to the models"
                        : "no test: the models remember these rows");
    }

    private static JsonObject json(PassQuality pass) {
        JsonObject json = new JsonObject()
                .put("pass", pass.pass())
                .put("records", pass.records())
                .put("late", pass.late());
        putFigure(json, "auc", pass.auc());
        putFigure(json, "logLoss", pass.logLoss());
        return json;
    }

    private static JsonObject json(TaskStatus task) {
        JsonObject json = new JsonObject()
                .put("id", task.attempt().task().toString())
                .put("steps", task.label())
                .put("node", task.worker().name())
                .put("state", task.state().name());
        TaskCounters counters = task.counters();
        return counters == null
                ? json
                : json.put("recordsIn", counters.recordsIn()).put("recordsOut", counters.recordsOut());
    }

    /** JSON has no NaN: a figure that is not known is null. */
    private static void putFigure(JsonObject json, String name, double figure) {
        if (Double.isFinite(figure)) {
            json.put(name, figure);
        } else {
            json.putNull(name);
        }
    }
}
