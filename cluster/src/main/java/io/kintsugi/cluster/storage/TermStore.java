package io.kintsugi.cluster.storage;

import io.kintsugi.core.model.NodeId;
import io.kintsugi.core.model.Term;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The terms that leaders have taken, one file each. All coordinators of a cluster must see the same directory, else two of
 * them could hold the same term. Every call blocks.
 */
public final class TermStore {
    private static final String DIRECTORY = "terms";
    private static final String PREFIX = "term-";

    /** Rivals that may take a term before us within one attempt; more of them means that something is wrong. */
    private static final int RIVALS_MAX = 100;

    private final FileStore files;

    public TermStore(FileStore files) {
        this.files = files;
    }

    /** The highest term that anybody has taken, or {@link Term#NONE}. */
    public Term highest() {
        long highest = 0;
        for (String name : files.list(DIRECTORY)) {
            highest = Math.max(highest, Numbered.of(PREFIX, name));
        }
        return new Term(highest);
    }

    /** Takes a term above all that were taken before, for good: nobody else ever gets it. */
    public Term acquire(NodeId leader) {
        Term term = highest().next();
        byte[] holder = leader.toString().getBytes(StandardCharsets.UTF_8);
        for (int rivals = 0; rivals < RIVALS_MAX; rivals++) {
            if (files.createIfAbsent(file(term), holder)) {
                forgetBefore(term);
                return term;
            }
            term = term.next();
        }
        throw new IllegalStateException(
                "term: %d nodes took a term while %s tried to; is more than one cluster using this directory?"
                        .formatted(RIVALS_MAX, leader));
    }

    /** Who took a term, as text. */
    public Optional<String> holder(Term term) {
        return files.read(file(term)).map(name -> new String(name, StandardCharsets.UTF_8));
    }

    /** Keeps the directory small; the newest few stay, for a person to read. */
    private void forgetBefore(Term term) {
        for (String name : files.list(DIRECTORY)) {
            if (Numbered.of(PREFIX, name) < term.value() - RIVALS_MAX) {
                files.delete(DIRECTORY + "/" + name);
            }
        }
    }

    private static String file(Term term) {
        return DIRECTORY + "/" + PREFIX + term.value();
    }
}
