package io.kintsugi.bench.harness;

import io.kintsugi.bench.contender.Noise;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

/** The report for programs: every round, and the ratios as the text has them. Units are in the names. */
final class JsonReport {
    private final Report report;

    JsonReport(Report report) {
        this.report = report;
    }

    String text() {
        JsonArray workloads = new JsonArray();
        report.tables().forEach(table -> workloads.add(table(table)));
        return new JsonObject()
                .put("machine", report.machine())
                .put("javaFeature", report.java().feature())
                .put("flags", new JsonArray(report.flags()))
                .put("warmUpS", report.plan().warmUpS())
                .put("workloads", workloads)
                .encodePrettily();
    }

    private JsonObject table(Table table) {
        JsonArray contenders = new JsonArray();
        table.scores().forEach(score -> contenders.add(score(table, score)));
        JsonArray targets = new JsonArray();
        for (Target target : report.targets()) {
            table.reached(target).ifPresent(ratio -> targets.add(target(target, ratio)));
        }
        return new JsonObject()
                .put("workload", table.workload().name())
                .put("java", table.java())
                .put("contenders", contenders)
                .put("targets", targets);
    }

    private static JsonObject score(Table table, Score score) {
        JsonArray rounds = new JsonArray();
        score.rounds().forEach(round -> rounds.add(round(round)));
        JsonObject ratios = new JsonObject();
        table.scores().forEach(peer -> ratios.put(peer.contender(), score.median() / peer.median()));
        return new JsonObject()
                .put("contender", score.contender())
                .put("medianMillionsPerS", score.median())
                .put("minMillionsPerS", score.min())
                .put("maxMillionsPerS", score.max())
                .put("cleanRounds", score.clean())
                .put("ratioTo", ratios)
                .put("rounds", rounds);
    }

    private static JsonObject round(Round round) {
        Noise noise = round.ran().noise();
        return new JsonObject()
                .put("records", round.records())
                .put("millionsPerS", round.millionsPerSecond())
                .put("nanos", round.ran().result().nanos())
                .put("ownCores", noise.own())
                .put("foreignCores", noise.foreign())
                .put("stealCores", noise.steal())
                .put("noisy", round.noisy());
    }

    private static JsonObject target(Target target, double ratio) {
        return new JsonObject()
                .put("peer", target.peer())
                .put("atLeast", target.ratio())
                .put("reached", ratio)
                .put("met", ratio >= target.ratio());
    }
}
