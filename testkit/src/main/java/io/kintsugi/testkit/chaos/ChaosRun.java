package io.kintsugi.testkit.chaos;

import io.kintsugi.testkit.process.Await;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A cluster of real processes and jobs on it, to which the things of a {@link ChaosPlan} happen. In the end it looks whether all
 * jobs have finished, each node is there once, and each job has kept its promise.
 */
public final class ChaosRun {
    private static final Duration SUBMIT_MAX = Duration.ofMinutes(2);
    private static final Duration SOON = Duration.ZERO;
    private static final Set<String> WELL = Set.of("RUNNING", "FINISHED");

    private final ChaosSettings settings;
    private final List<ChaosJob> jobs;
    private final Machine machine = Machine.probe();
    private final List<ChaosReport.Struck> struck = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private final Map<String, String> leftOut = new TreeMap<>();
    private final long beganNs = System.nanoTime();

    public ChaosRun(ChaosSettings settings, List<ChaosJob> jobs) {
        this.settings = settings;
        this.jobs = List.copyOf(jobs);
    }

    /** Takes as long as the settings say, and writes {@code report.md} and {@code report.json} into the folder. */
    public ChaosReport run() throws IOException, InterruptedException {
        List<ChaosReport.JobReport> ended = new ArrayList<>();
        try (ChaosCluster cluster = ChaosCluster.start(settings, machine)) {
            for (ChaosJob job : jobs) {
                submit(cluster, job);
            }
            awaitWhole(cluster, "the start");
            strikeAll(cluster);
            end(cluster, ended);
        }
        ChaosReport report = new ChaosReport(settings.seed(), settings.replay(), leftOut, struck, ended, problems);
        Files.writeString(settings.folder().resolve("report.md"), report.markdown());
        Files.writeString(
                settings.folder().resolve("report.json"), report.json().encodePrettily() + "\n");
        return report;
    }

    private long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
    }

    /** A leader that has not reached enough workers yet refuses a job. */
    private void submit(ChaosCluster cluster, ChaosJob job) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("submit"));
        line.addAll(job.submission());
        if (!Await.within(SUBMIT_MAX, () -> {
            cluster.ask(line);
            return true;
        })) {
            problems.add("%s was not taken within %s".formatted(job.name(), SUBMIT_MAX));
        }
    }

    private void strikeAll(ChaosCluster cluster) throws IOException, InterruptedException {
        long untilMs = nowMs() + settings.length().toMillis();
        for (ChaosPlan.Blow blow : settings.plan().blows()) {
            if (nowMs() >= untilMs || !problems.isEmpty()) {
                return;
            }
            Means means = blow.nemesis().means();
            if (machine.has(means)) {
                TimeUnit.MILLISECONDS.sleep(blow.afterMs());
                strike(cluster, blow);
            } else {
                leftOut.put(
                        blow.nemesis().getClass().getSimpleName(),
                        machine.without(means).orElseThrow());
            }
        }
    }

    private void strike(ChaosCluster cluster, ChaosPlan.Blow blow) throws IOException, InterruptedException {
        String leader = cluster.leader();
        Nemesis nemesis = blow.nemesis().on(name -> name.equals(ChaosPlan.LEADER) ? leader : name);
        long atMs = nowMs();
        String what = "%s for %d ms".formatted(nemesis, blow.forMs());
        System.out.printf("chaos %.1f s: %s, %s leads%n", atMs / 1000.0, what, leader);
        nemesis.strike(cluster);
        TimeUnit.MILLISECONDS.sleep(blow.forMs());
        nemesis.heal(cluster);
        long healedMs = nowMs();
        awaitWhole(cluster, what);
        struck.add(new ChaosReport.Struck(what, atMs, healedMs, nowMs()));
    }

    private void awaitWhole(ChaosCluster cluster, String after) throws InterruptedException {
        if (!Await.within(settings.wholeMax(), () -> isHopeless(cluster) || isWhole(cluster))
                || Await.within(SOON, () -> isHopeless(cluster))) {
            problems.add("not whole again within %d s after %s: %s"
                    .formatted(settings.wholeMax().toSeconds(), after, describe(cluster)));
        }
    }

    /** A job that has failed does not come back. */
    private boolean isHopeless(ChaosCluster cluster) throws IOException, InterruptedException {
        for (ChaosJob job : jobs) {
            if (cluster.api().job(job.name()).getString("state").equals("FAILED")) {
                return true;
            }
        }
        return false;
    }

    private boolean isWhole(ChaosCluster cluster) throws IOException, InterruptedException {
        for (ChaosJob job : jobs) {
            if (!WELL.contains(cluster.api().job(job.name()).getString("state"))) {
                return false;
            }
        }
        return isEachThereOnce(cluster);
    }

    private static boolean isEachThereOnce(ChaosCluster cluster) throws IOException, InterruptedException {
        return cluster.registered().equals(cluster.shape().names());
    }

    private String describe(ChaosCluster cluster) throws InterruptedException {
        StringBuilder text = new StringBuilder();
        try {
            text.append("nodes ").append(cluster.registered());
            for (ChaosJob job : jobs) {
                JsonObject status = cluster.api().job(job.name());
                text.append(", %s is %s %s"
                        .formatted(job.name(), status.getString("state"), status.getValue("failure", "")));
            }
        } catch (IOException e) {
            text.append(", nobody answers: ").append(e.getMessage());
        }
        return text.toString();
    }

    private void end(ChaosCluster cluster, List<ChaosReport.JobReport> ended) throws IOException, InterruptedException {
        for (ChaosJob job : jobs) {
            job.release();
        }
        boolean all = Await.within(settings.endMax(), () -> {
            for (ChaosJob job : jobs) {
                if (!isEnded(cluster.api().job(job.name()).getString("state"))) {
                    return false;
                }
            }
            return true;
        });
        if (!all) {
            problems.add("not all jobs have ended within %d s: %s"
                    .formatted(settings.endMax().toSeconds(), describe(cluster)));
        }
        if (!Await.within(settings.wholeMax(), () -> isEachThereOnce(cluster))) {
            problems.add("not each node is there once: " + describe(cluster));
        }
        for (ChaosJob job : jobs) {
            ended.add(report(cluster, job));
        }
    }

    private static boolean isEnded(String state) {
        return Set.of("FINISHED", "FAILED", "STOPPED").contains(state);
    }

    private static ChaosReport.JobReport report(ChaosCluster cluster, ChaosJob job)
            throws IOException, InterruptedException {
        JsonObject status = cluster.api().job(job.name());
        String state = status.getString("state");
        long restarts = status.getJsonArray("tasks", new JsonArray()).stream()
                .mapToLong(task -> ((JsonObject) task).getInteger("restarts"))
                .sum();
        String path = "/api/v1/jobs/" + job.name();
        long recoveries =
                ChaosApi.items(cluster.api().get(path + "/recoveries")).size();
        ChaosJob.Findings findings = state.equals("FINISHED")
                ? job.judge(cluster.api().get(path + "/loss"))
                : new ChaosJob.Findings(
                        Map.of(), List.of("it is " + state + ": " + status.getValue("failure", "no failure")));
        return new ChaosReport.JobReport(job.name(), job.promise(), state, restarts, recoveries, findings);
    }
}
