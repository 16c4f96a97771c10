package io.kintsugi.cluster.storage;

import java.util.Collection;
import java.util.OptionalLong;

/** File names that end in a number. */
final class Numbered {
    /** Rivals that may take a number before us within one attempt; more of them means that something is wrong. */
    static final int RIVALS_MAX = 100;

    private Numbered() {}

    /** The highest number among file names, or 0. */
    static long highest(String prefix, Collection<String> names) {
        return names.stream().mapToLong(name -> of(prefix, name)).max().orElse(0);
    }

    /**
     * Takes a number above another one, for good; empty if rivals took so many that something is wrong.
     *
     * @param path of the file that stands for a number, up to the number
     * @param holder what the file is to say
     */
    static OptionalLong take(FileStore files, String path, long above, byte[] holder) {
        for (long number = above + 1; number <= above + RIVALS_MAX; number++) {
            if (files.createIfAbsent(path + number, holder)) {
                return OptionalLong.of(number);
            }
        }
        return OptionalLong.empty();
    }

    /** The number in {@code term-7}, or 0 for a name of another form. */
    static long of(String prefix, String name) {
        if (!name.startsWith(prefix)) {
            return 0;
        }
        try {
            return Long.parseLong(name.substring(prefix.length()));
        } catch (NumberFormatException another) {
            return 0;
        }
    }
}
