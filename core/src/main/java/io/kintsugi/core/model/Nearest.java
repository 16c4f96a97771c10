package io.kintsugi.core.model;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Guesses what a person meant by a name that does not exist. */
public final class Nearest {
    /** More than this nobody reads in an error message. */
    private static final int CHOICES_MAX = 20;

    private Nearest() {}

    /**
     * The candidate that takes the fewest edits, whatever the case of its letters; the first of several. Empty when it
     * would take more edits than a third of the name's letters, at least one, and two from four letters on.
     */
    public static Optional<String> to(String name, Collection<String> candidates) {
        String wanted = name.toLowerCase(Locale.ROOT);
        String best = null;
        int bestDistance = Math.max(name.length() < 4 ? 1 : 2, name.length() / 3) + 1;
        for (String candidate : candidates) {
            if (Math.abs(candidate.length() - name.length()) >= bestDistance) {
                continue; // Each missing letter is an edit, so a long text from outside costs nothing.
            }
            int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT));
            if (distance < bestDistance) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return Optional.ofNullable(best);
    }

    /** The end of an error message: {@code "; did you mean 'rate'?"}, else the first candidates, else nothing. */
    public static String hint(String name, Collection<String> candidates) {
        return to(name, candidates)
                .map(near -> "; did you mean '" + near + "'?")
                .orElseGet(() -> choice(candidates));
    }

    private static String choice(Collection<String> candidates) {
        if (candidates.isEmpty()) {
            return "";
        }
        String first = candidates.stream().limit(CHOICES_MAX).collect(Collectors.joining(", "));
        int more = candidates.size() - CHOICES_MAX;
        return "; it can be one of " + first + (more > 0 ? " and " + more + " more" : "");
    }

    /** Algorithm: Levenshtein distance by rows (Wagner and Fischer 1974). */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replace = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replace, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
