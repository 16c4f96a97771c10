package io.kintsugi.cluster.security;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Reads the ends of audit files. */
final class AuditTail {
    static final String SUFFIX = ".jsonl";

    /** Of each file; about 4,000 lines. */
    private static final int BYTES_MAX = 1 << 20;

    private AuditTail() {}

    /** Blocks. Newest first; of those of one millisecond, those first that stand further down in a file. */
    static List<JsonObject> newest(Path folder, int entriesMax) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<JsonObject> entries = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(SUFFIX)).toList()) {
                read(file, entries);
            }
        }
        Collections.reverse(entries);
        return entries.stream()
                .sorted(Comparator.comparing((JsonObject entry) -> entry.getString("at", ""))
                        .reversed())
                .limit(entriesMax)
                .toList();
    }

    private static void read(Path file, List<JsonObject> entries) throws IOException {
        byte[] bytes;
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            long begin = Math.max(0, open.length() - BYTES_MAX);
            bytes = new byte[Math.toIntExact(open.length() - begin)];
            open.seek(begin);
            open.readFully(bytes);
        }
        new String(bytes, StandardCharsets.UTF_8).lines().forEach(line -> {
            try {
                entries.add(new JsonObject(line));
            } catch (DecodeException cutOff) {
                // The first line when the file is longer than what is read, or the last one after a crash.
            }
        });
    }
}
