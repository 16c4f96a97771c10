package io.kintsugi.cluster.storage;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which nodes are quarantined, as all coordinators see it: a file for each, {@code quarantines/quarantine-7}. The one with the
 * highest number counts for its name. Every call blocks.
 */
public final class QuarantineStore {
    private static final String DIRECTORY = "quarantines";
    private static final String PREFIX = "quarantine-";

    private final FileStore files;

    /**
     * A node that takes no tasks for a while.
     *
     * @param name holds for all nodes that are called so, also for the next start of one
     * @param reason for people
     */
    public record Quarantine(String name, Instant until, String reason) {
        private String text() {
            return new JsonObject()
                            .put("name", name)
                            .put("until", until)
                            .put("reason", reason)
                            .encode()
                    + "\n";
        }

        private static Optional<Quarantine> read(byte[] sealed) {
            try {
                JsonObject json = new JsonObject(SealedText.read(sealed));
                return Optional.of(
                        new Quarantine(json.getString("name"), json.getInstant("until"), json.getString("reason")));
            } catch (IllegalArgumentException | DecodeException | DateTimeException damaged) {
                return Optional.empty();
            }
        }
    }

    /** What is there, and which files tell nothing that can be read. */
    public record Found(List<Quarantine> quarantines, List<String> damaged) {}

    public QuarantineStore(FileStore files) {
        this.files = files;
    }

    /** In place of one with the same name. */
    public void put(Quarantine quarantine) {
        List<String> before = files.list(DIRECTORY);
        long highest = Numbered.highest(PREFIX, before);
        byte[] content = SealedText.write(quarantine.text());
        Numbered.take(files, DIRECTORY + "/" + PREFIX, highest, content)
                .orElseThrow(() -> new IllegalStateException(
                        "quarantine of %s: %d others were stored meanwhile; is more than one cluster using this directory?"
                                .formatted(quarantine.name(), Numbered.RIVALS_MAX)));
        remove(quarantine.name(), before);
    }

    /** Nothing changes for one that is not quarantined. */
    public void remove(String name) {
        remove(name, files.list(DIRECTORY));
    }

    private void remove(String name, List<String> among) {
        for (String file : among) {
            if (read(file).filter(found -> found.name().equals(name)).isPresent()) {
                files.delete(DIRECTORY + "/" + file);
            }
        }
    }

    /** By name; also those whose end has come. */
    public Found all() {
        TreeMap<Long, Quarantine> byNumber = new TreeMap<>();
        List<String> damaged = new ArrayList<>();
        for (String file : files.list(DIRECTORY)) {
            read(file)
                    .ifPresentOrElse(found -> byNumber.put(Numbered.of(PREFIX, file), found), () -> damaged.add(file));
        }
        TreeMap<String, Quarantine> byName = new TreeMap<>();
        byNumber.values().forEach(found -> byName.put(found.name(), found));
        return new Found(List.copyOf(byName.values()), damaged);
    }

    private Optional<Quarantine> read(String file) {
        return files.read(DIRECTORY + "/" + file).flatMap(Quarantine::read);
    }
}
