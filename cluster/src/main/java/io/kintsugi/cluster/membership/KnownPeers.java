package io.kintsugi.cluster.membership;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The addresses that this node was last in a cluster with, in a file: a node that may found a cluster looks there first
 * whether its old one is still alive. Without it a coordinator that was restarted would found a second cluster beside its
 * workers.
 */
final class KnownPeers {
    /** The newest are kept; a dead one costs a refused connection at the start. */
    static final int PEERS_MAX = 16;

    private final Path folder;
    private final Path file;

    /** @param node its name; nodes of different names may share the folder */
    KnownPeers(Path folder, String node) {
        this.folder = folder;
        this.file = folder.resolve("peers-" + node.replaceAll("[^A-Za-z0-9._-]", "_"));
    }

    /** Each {@code host:port}, the newest first; none if the file is missing. */
    List<String> read() {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
        } catch (NoSuchFileException first) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the known peers from " + file, e);
        }
    }

    /** Puts those who are present before those of earlier. */
    synchronized void remember(List<String> present) {
        List<String> before = read();
        Set<String> all = new LinkedHashSet<>(present);
        all.addAll(before);
        List<String> newest = new ArrayList<>(all).subList(0, Math.min(PEERS_MAX, all.size()));
        if (!newest.equals(before)) {
            write(newest);
        }
    }

    private void write(List<String> peers) {
        try {
            Files.createDirectories(folder);
            Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
            Files.write(unfinished, peers, StandardCharsets.UTF_8);
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the known peers to " + file, e);
        }
    }
}
