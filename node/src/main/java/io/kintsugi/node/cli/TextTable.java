package io.kintsugi.node.cli;

import java.util.ArrayList;
import java.util.List;

/** Columns of text, each as wide as its widest cell. */
final class TextTable {
    private final int[] widths;
    private final List<String[]> rows = new ArrayList<>();

    TextTable(String... headings) {
        widths = new int[headings.length];
        add(headings);
    }

    /** As many cells as there are headings. */
    void add(String... cells) {
        if (cells.length != widths.length) {
            throw new IllegalArgumentException("table: expected " + widths.length + " cells, found " + cells.length);
        }
        for (int i = 0; i < cells.length; i++) {
            widths[i] = Math.max(widths[i], cells[i].length());
        }
        rows.add(cells);
    }

    @Override
    public String toString() {
        List<String> lines = new ArrayList<>();
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                line.append(row[i]).append(" ".repeat(widths[i] - row[i].length() + 2));
            }
            lines.add(line.toString().stripTrailing());
        }
        return String.join("\n", lines);
    }
}
