package io.kintsugi.examples.demo;

import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.snapshot.LossBasis;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * What the failures of a demo came to.
 *
 * @param recoveries oldest first
 * @param loss the job's account
 * @param failureFreeAuc of pass 1 in a run without failures; empty where there was none
 */
record Mended(List<RecoveryStatus> recoveries, LossStatus loss, OptionalDouble failureFreeAuc) {
    Mended {
        recoveries = List.copyOf(recoveries);
    }

    /** Whether the account agrees with what was counted outside of the tasks, and its two ends with each other. */
    boolean balances(long read, long measured) {
        return loss.balanced() && agrees(read, measured);
    }

    /**
     * Whether the account agrees with what was counted outside of the tasks: a prediction is there for each flight but those
     * that were lost, and also for those that a trainer has predicted and then forgotten, its orphans. Where tasks that measure
     * were restarted, there may be more: what they had reported before stays reported, though they have forgotten it.
     *
     * @param read flights that the sources have read
     * @param measured predictions in the reports
     */
    boolean agrees(long read, long measured) {
        LossTotals total = loss.total();
        long least = total.basis() == LossBasis.UNKNOWN ? 0 : read - total.lost() + total.orphans();
        long lostForGood = measuresAnew() ? 0 : total.least();
        long most = read - lostForGood + total.orphans() + total.duplicates();
        return measured >= least && measured <= most;
    }

    private boolean measuresAnew() {
        return recoveries.stream()
                .flatMap(recovery -> recovery.restarted().stream())
                .anyMatch(task -> task.vertex().equals(DemoFailures.MEASURING));
    }

    /** Tasks of a job of so many that no recovery has restarted. */
    long untouched(int tasks) {
        return tasks
                - recoveries.stream()
                        .flatMap(recovery -> recovery.restarted().stream())
                        .distinct()
                        .count();
    }

    JsonArray toJson() {
        return new JsonArray(recoveries.stream().map(Mended::json).toList());
    }

    private static JsonObject json(RecoveryStatus recovery) {
        LossTotals loss = recovery.loss();
        JsonObject json = new JsonObject()
                .put("task", failed(recovery))
                .put("cause", recovery.cause().message())
                .put("strategy", Words.of(recovery.strategy()))
                .put("state", Words.of(recovery.state()))
                .put("tasksRestarted", recovery.restarted().size())
                .put("untouchedTasks", recovery.untouched());
        put(json, "durationMs", recovery.untilMs(RecoveryStage.RECONNECTED));
        put(json, "firstRecordMs", recovery.untilMs(RecoveryStage.FIRST_RECORD));
        return json.put("lost", loss.lost())
                .put("orphans", loss.orphans())
                .put("duplicated", loss.duplicates())
                .put("basis", Words.of(loss.basis()));
    }

    /** One recovery in one line. */
    static String line(RecoveryStatus recovery) {
        LossTotals loss = recovery.loss();
        return String.format(
                Locale.ROOT,
                "%s mended by strategy %s after %s: back in %s%s; %,d lost so far, %,d duplicated (%s); %d of %s untouched",
                failed(recovery),
                Words.of(recovery.strategy()),
                simpleName(recovery.cause().type()),
                ms(recovery.untilMs(RecoveryStage.RECONNECTED)),
                recovery.untilMs(RecoveryStage.FIRST_RECORD).isEmpty()
                        ? ""
                        : ", first record in " + ms(recovery.untilMs(RecoveryStage.FIRST_RECORD)),
                loss.lost(),
                loss.duplicates(),
                Words.of(loss.basis()),
                recovery.untouched(),
                Words.count(recovery.untouched() + recovery.restarted().size(), "task"));
    }

    /** The account in one line. */
    String account(long read, long measured) {
        LossTotals total = loss.total();
        return String.format(
                Locale.ROOT,
                "%,d flights read, %,d predictions measured; %,d lost (%s), %,d predicted but not remembered: %s",
                read,
                measured,
                total.lost(),
                Words.of(total.basis()),
                total.orphans(),
                balances(read, measured) ? "balanced" : "NOT BALANCED");
    }

    private static String failed(RecoveryStatus recovery) {
        return recovery.failed().stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static String simpleName(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    private static String ms(OptionalLong ms) {
        return ms.isPresent() ? ms.getAsLong() + " ms" : "an unknown time";
    }

    private static void put(JsonObject json, String name, OptionalLong figure) {
        if (figure.isPresent()) {
            json.put(name, figure.getAsLong());
        } else {
            json.putNull(name);
        }
    }
}
