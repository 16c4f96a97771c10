package io.kintsugi.bench.harness;

import io.kintsugi.bench.contender.Noise;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The report as Markdown that also reads well in a terminal. */
final class TextReport {
    private static final List<String> COLUMNS = List.of("contender", "M/s, median", "min", "max", "rounds, clean");

    private static final String NO_CLEAN_ROUND =
            "%nNo clean round: other processes took %.2f cores or more in each, so that row tells little.%n"
                    .formatted(Noise.DIRTY_FROM_CORES);

    private final Report report;

    TextReport(Report report) {
        this.report = report;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        Plan plan = report.plan();
        text.append(String.format(
                Locale.ROOT,
                "%d rounds alternating, after %.0f s of warm-up, one JVM a contender: %s%n%s%n",
                plan.rounds(),
                plan.warmUpS(),
                String.join(" ", report.flags()),
                report.machine()));
        report.tables().forEach(table -> append(text, table));
        return text.toString();
    }

    private void append(StringBuilder text, Table table) {
        text.append(String.format(
                "%n## %s on Java %s%n%s%n%n",
                table.workload(), table.java(), table.workload().description()));
        List<List<String>> rows = new ArrayList<>();
        rows.add(header(table));
        table.scores().forEach(score -> rows.add(row(table, score)));
        text.append(TextTable.of(rows));
        if (table.scores().stream().anyMatch(score -> score.clean() == 0)) {
            text.append(NO_CLEAN_ROUND);
        }
        for (Target target : report.targets()) {
            table.reached(target).ifPresent(ratio -> text.append(describe(target, ratio)));
        }
    }

    private static List<String> header(Table table) {
        List<String> header = new ArrayList<>(COLUMNS);
        table.scores().forEach(score -> header.add("/ " + score.contender()));
        return header;
    }

    private static List<String> row(Table table, Score score) {
        List<String> row = new ArrayList<>(List.of(
                score.contender(),
                number(score.median()),
                number(score.min()),
                number(score.max()),
                score.rounds().size() + ", " + score.clean()));
        table.scores().forEach(peer -> row.add(number(score.median() / peer.median())));
        return row;
    }

    private static String describe(Target target, double ratio) {
        return String.format(
                Locale.ROOT,
                "%ntarget: %s / %s at least %.1f: %.2f, %s%n",
                Target.OURS,
                target.peer(),
                target.ratio(),
                ratio,
                ratio >= target.ratio() ? "met" : "MISSED");
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
