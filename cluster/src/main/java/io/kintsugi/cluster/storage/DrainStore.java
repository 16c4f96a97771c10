package io.kintsugi.cluster.storage;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Which nodes are drained, as all coordinators see it: a file for each, {@code drains/<incarnation>}, with its name for people. Every
 * call blocks.
 */
public final class DrainStore {
    private static final String DIRECTORY = "drains";

    private final FileStore files;

    public DrainStore(FileStore files) {
        this.files = files;
    }

    /** Nothing changes for one that is drained already. */
    public void add(String incarnation, String name) {
        files.createIfAbsent(file(incarnation), (name + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** It takes tasks again, or will never come back. */
    public void remove(String incarnation) {
        files.delete(file(incarnation));
    }

    /** Their incarnations. */
    public List<String> all() {
        return files.list(DIRECTORY);
    }

    private static String file(String incarnation) {
        return DIRECTORY + "/" + incarnation;
    }
}
