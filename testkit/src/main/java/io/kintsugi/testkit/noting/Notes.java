package io.kintsugi.testkit.noting;

import io.kintsugi.core.protocol.LossEntry;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.LossSum;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What really became of the numbers of a {@link NoteJob}, read from its folder after its end. No task takes part, so none
 * can take its errors back.
 *
 * @param lostBeforeNoting numbers that no task has in its notes
 * @param notedTwice entries in the notes beyond the first of a number
 * @param lostAfterNoting entries that were not written
 * @param writtenButNotNoted lines beyond those that stand for an entry: the task that noted them went back
 */
public record Notes(long lostBeforeNoting, long notedTwice, long lostAfterNoting, long writtenButNotNoted) {
    /** Where the entries are written. */
    static Path written(Path folder) {
        return folder.resolve("written");
    }

    /** The notes of one task, at its end. */
    static Path of(Path folder, int subtask) {
        return folder.resolve("notes-" + subtask);
    }

    /** @param records that were read from the numbers 0, 1, 2 ... */
    public static Notes in(Path folder, long records) throws IOException {
        List<String> entries = new ArrayList<>();
        for (int by = 0; by < NoteJob.NOTING; by++) {
            entries.addAll(Files.readAllLines(of(folder, by)));
        }
        Set<String> numbers = new TreeSet<>();
        entries.forEach(entry -> numbers.add(entry.substring(entry.lastIndexOf(' '))));
        List<String> lines = lines(written(folder));
        Set<String> both = new TreeSet<>(lines);
        both.retainAll(new TreeSet<>(entries));
        return new Notes(
                records - numbers.size(),
                entries.size() - numbers.size(),
                entries.size() - both.size(),
                lines.size() - both.size());
    }

    /** What has been shown; hidden files have not. */
    private static List<String> lines(Path folder) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(path -> !path.getFileName().toString().startsWith("."))
                    .toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    /** Where the account differs from this, in words. */
    public List<String> problems(LossStatus account) {
        LossTotals before =
                ofChannels(account, entry -> !entry.consumer().vertex().equals("write"));
        LossTotals after =
                ofChannels(account, entry -> entry.consumer().vertex().equals("write"));
        List<String> problems = new ArrayList<>();
        compare(problems, "before noting", before, lostBeforeNoting);
        compare(problems, "after noting", after, lostAfterNoting);
        if (notedTwice + before.duplicates() > 0) {
            problems.add(
                    "a source that repeats itself was heard twice: %s, the account says %s".formatted(this, before));
        }
        if (after.basis() == LossBasis.COUNTED && writtenButNotNoted > after.orphans()) {
            problems.add("%d lines are orphans, the account says %s".formatted(writtenButNotNoted, after));
        }
        if (!account.balanced()) {
            problems.add("the account is not balanced");
        }
        return problems;
    }

    private static LossTotals ofChannels(LossStatus account, Predicate<LossEntry> which) {
        List<LossRange> ranges = account.entries().stream()
                .filter(entry -> entry.state() != LossEntry.State.REPAIRED && which.test(entry))
                .map(LossEntry::range)
                .toList();
        return LossSum.of(ranges);
    }

    private static void compare(List<String> problems, String where, LossTotals account, long lost) {
        boolean right = switch (account.basis()) {
            case COUNTED -> account.lost() == lost;
            case BOUNDED -> account.least() <= lost && lost <= account.lost();
            case UNKNOWN -> false;
        };
        if (!right) {
            problems.add("%s: %d are lost, the account says %s".formatted(where, lost, account));
        }
    }
}
