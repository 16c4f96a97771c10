package io.kintsugi.bench.harness;

import java.util.List;

/** A table as Markdown that also reads well in a terminal. */
final class TextTable {
    private TextTable() {}

    /** First column to the left, all others to the right, each as wide as its widest cell. */
    static String of(List<List<String>> rows) {
        StringBuilder text = new StringBuilder();
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        for (int row = 0; row < rows.size(); row++) {
            for (int column = 0; column < widths.length; column++) {
                String cell = rows.get(row).get(column);
                String padding = " ".repeat(widths[column] - cell.length());
                text.append("| ")
                        .append(column == 0 ? cell + padding : padding + cell)
                        .append(' ');
            }
            text.append("|%n".formatted());
            if (row == 0) {
                appendRule(text, widths);
            }
        }
        return text.toString();
    }

    private static void appendRule(StringBuilder text, int[] widths) {
        for (int column = 0; column < widths.length; column++) {
            text.append('|').append("-".repeat(widths[column] + 1)).append(column == 0 ? '-' : ':');
        }
        text.append("|%n".formatted());
    }
}
