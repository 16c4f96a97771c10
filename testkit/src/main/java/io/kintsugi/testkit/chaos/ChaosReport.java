package io.kintsugi.testkit.chaos;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What happened in a run, and what became of the jobs.
 *
 * @param leftOut kinds of faults that the machine does not allow, with the reason; none of them was tried
 * @param problems what was not as it has to be; empty if the run is good
 */
public record ChaosReport(
        long seed,
        String replay,
        Map<String, String> leftOut,
        List<Struck> struck,
        List<JobReport> jobs,
        List<String> problems) {
    /**
     * Something that happened. Milliseconds since the run began.
     *
     * @param wholeMs when all nodes were there and all jobs ran again
     */
    public record Struck(String what, long atMs, long healedMs, long wholeMs) {}

    /**
     * @param restarts of all its tasks
     * @param recoveries that the last leader tells of
     */
    public record JobReport(
            String name, String promise, String state, long restarts, long recoveries, ChaosJob.Findings findings) {
        boolean isGood() {
            return state.equals("FINISHED") && findings.problems().isEmpty();
        }
    }

    public ChaosReport {
        struck = List.copyOf(struck);
        jobs = List.copyOf(jobs);
        problems = List.copyOf(problems);
    }

    public boolean isGood() {
        return problems.isEmpty() && jobs.stream().allMatch(JobReport::isGood);
    }

    /** For people. */
    public String markdown() {
        StringBuilder text = new StringBuilder();
        text.append("# Chaos, seed %d: %s\n\n".formatted(seed, isGood() ? "good" : "NOT GOOD"));
        text.append("Again: `%s`\n".formatted(replay));
        problems.forEach(problem -> text.append("\n- **%s**".formatted(problem)));
        text.append("\n## What happened\n| at s | what | taken away at s | whole again after s |\n|---|---|---|---|\n");
        for (Struck one : struck) {
            text.append("| %s | %s | %s | %s |\n"
                    .formatted(
                            seconds(one.atMs), one.what, seconds(one.healedMs), seconds(one.wholeMs - one.healedMs)));
        }
        leftOut.forEach((what, why) -> text.append("\nLeft out: %s, since %s.".formatted(what, why)));
        text.append(
                "\n\n## Jobs\n| job | promise | state | restarts | recoveries under the last leader | found | verdict |\n|---|---|---|---|---|---|---|\n");
        for (JobReport job : jobs) {
            String figures = job.findings.figures().entrySet().stream()
                    .map(figure -> figure.getKey() + " " + figure.getValue())
                    .collect(Collectors.joining(", "));
            text.append("| %s | %s | %s | %d | %d | %s | %s |\n"
                    .formatted(
                            job.name,
                            job.promise,
                            job.state,
                            job.restarts,
                            job.recoveries,
                            figures,
                            job.isGood() ? "kept" : "BROKEN: " + String.join("; ", job.findings.problems())));
        }
        return text.toString();
    }

    private static String seconds(long ms) {
        return "%.1f".formatted(ms / 1000.0);
    }

    /** The same for programs. */
    public JsonObject json() {
        JsonArray faults = new JsonArray();
        struck.forEach(one -> faults.add(new JsonObject()
                .put("what", one.what)
                .put("atMs", one.atMs)
                .put("healedMs", one.healedMs)
                .put("wholeMs", one.wholeMs)));
        JsonArray ran = new JsonArray();
        jobs.forEach(job -> ran.add(new JsonObject()
                .put("name", job.name)
                .put("promise", job.promise)
                .put("state", job.state)
                .put("restarts", job.restarts)
                .put("recoveries", job.recoveries)
                .put("figures", new JsonObject(Map.copyOf(job.findings.figures())))
                .put("problems", new JsonArray(job.findings.problems()))
                .put("kept", job.isGood())));
        return new JsonObject()
                .put("seed", seed)
                .put("good", isGood())
                .put("replay", replay)
                .put("leftOut", new JsonObject(Map.copyOf(leftOut)))
                .put("faults", faults)
                .put("jobs", ran)
                .put("problems", new JsonArray(problems));
    }
}
