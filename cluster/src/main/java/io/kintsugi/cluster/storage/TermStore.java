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

    /** Terms before the newest whose files stay. */
    private static final int KEPT = 100;

    private final FileStore files;

    public TermStore(FileStore files) {
        this.files = files;
    }

    /** The highest term that anybody has taken, or {@link Term#NONE}. */
    public Term highest() {
        return new Term(Numbered.highest(PREFIX, files.list(DIRECTORY)));
    }

    /** Takes a term above all that were taken before, for good: nobody else ever gets it. */
    public Term acquire(NodeId leader) {
        byte[] holder = leader.toString().getBytes(StandardCharsets.UTF_8);
        long taken = Numbered.take(files, DIRECTORY + "/" + PREFIX, highest().value(), holder)
                .orElseThrow(() -> new IllegalStateException(
                        "term: %d nodes took a term while %s tried to; is more than one cluster using this directory?"
                                .formatted(Numbered.RIVALS_MAX, leader)));
        Term term = new Term(taken);
        forgetBefore(term);
        return term;
    }

    /** Who took a term, as text. */
    public Optional<String> holder(Term term) {
        return files.read(file(term)).map(name -> new String(name, StandardCharsets.UTF_8));
    }

    /** Keeps the directory small; the newest few stay, for a person to read. */
    private void forgetBefore(Term term) {
        for (String name : files.list(DIRECTORY)) {
            if (Numbered.of(PREFIX, name) < term.value() - KEPT) {
                files.delete(DIRECTORY + "/" + name);
            }
        }
    }

    private static String file(Term term) {
        return DIRECTORY + "/" + PREFIX + term.value();
    }
}
