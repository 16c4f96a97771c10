package io.kintsugi.cluster.storage;

import io.kintsugi.core.model.Names;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.snapshot.Manifest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which checkpoint of a job was the newest when a leader took it over, one file a term. A manifest with a higher number and of
 * a lower term was written by a leader that had been replaced. Every call blocks.
 */
final class Fences {
    private static final String PREFIX = "term-";
    /** Older ones go: their leaders have been gone for as many terms. */
    private static final int KEPT_MAX = 100;

    private final FileStore files;
    private final String directory;
    private final TreeMap<Term, Long> newestBefore = new TreeMap<>();

    /** Reads those that are there. */
    Fences(FileStore files, String job) {
        this.files = files;
        this.directory = Names.requireJobName(job) + "/fences";
        for (String name : files.list(directory)) {
            long term = Numbered.of(PREFIX, name);
            if (term > 0) {
                read(new Term(term));
            }
        }
    }

    private void read(Term term) {
        files.read(file(term))
                .map(bytes -> new String(bytes, StandardCharsets.US_ASCII).strip())
                .ifPresent(number -> newestBefore.put(term, Long.parseLong(number)));
    }

    private String file(Term term) {
        return directory + "/" + PREFIX + term.value();
    }

    /** The highest term that had begun before the manifest was written, if its own is lower than that. */
    Optional<Term> over(Manifest manifest) {
        return newestBefore.tailMap(manifest.term(), false).entrySet().stream()
                .filter(fence -> fence.getValue() < manifest.checkpoint())
                .map(Map.Entry::getKey)
                .reduce((lower, higher) -> higher);
    }

    /** Counts from now on; the first number that is put for a term stays. */
    void put(Term term, long newest) {
        files.createIfAbsent(file(term), (newest + "\n").getBytes(StandardCharsets.US_ASCII));
        read(term);
        while (newestBefore.size() > KEPT_MAX) {
            files.delete(file(newestBefore.firstKey()));
            newestBefore.remove(newestBefore.firstKey());
        }
    }
}
