package io.kintsugi.cluster.security;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads audit files from their ends, no further than it has to. */
final class AuditTail {
    static final String SUFFIX = ".jsonl";
    static final String OLD = ".old";

    private AuditTail() {}

    /**
     * Blocks. Newest first; of those of one millisecond, those first that stand further down in a file.
     *
     * @param cursor of the page before; empty: from the newest on
     * @throws AuditPage.Gone if nothing is where the cursor points
     */
    static AuditPage page(Path folder, AuditQuery query, String cursor, int entriesMax) throws IOException {
        try (Merged files = new Merged(folder)) {
            skipTo(cursor, files);
            Map<String, JsonObject> found = new LinkedHashMap<>();
            String last = "";
            for (Entry entry = files.next(); entry != null; entry = files.next()) {
                if (!query.fits(entry.json()) || found.containsKey(entry.key())) {
                    continue;
                }
                if (found.size() == entriesMax) {
                    return new AuditPage(List.copyOf(found.values()), last);
                }
                found.put(entry.key(), entry.json());
                last = entry.key();
            }
            return new AuditPage(List.copyOf(found.values()), "");
        }
    }

    private static void skipTo(String cursor, Merged files) throws IOException {
        if (cursor.isEmpty()) {
            return;
        }
        for (Entry entry = files.next(); entry != null; entry = files.next()) {
            if (entry.key().equals(cursor)) {
                return;
            }
        }
        throw new AuditPage.Gone(cursor);
    }

    /** @param key where it stands: stays the same when its file gives way to a new one */
    private record Entry(String key, JsonObject json) {
        String at() {
            return json.getString("at", "");
        }
    }

    /** The entry of a file that comes next. */
    private record Head(Entry entry, int file) {}

    /** The entries of all files of a folder. Lines that are no JSON are left out, such as one that a crash cut off. */
    private static final class Merged implements Closeable {
        private final List<String> nodes = new ArrayList<>();
        private final List<LinesFromTheEnd> files = new ArrayList<>();
        private final PriorityQueue<Head> heads = new PriorityQueue<>(
                Comparator.comparing((Head head) -> head.entry().at())
                        .reversed()
                        .thenComparing(Head::file));

        Merged(Path folder) throws IOException {
            try {
                for (String node : nodesOf(folder)) {
                    // The full one second: one that gives way meanwhile is then seen twice, and otherwise not at all.
                    open(node, folder.resolve(node + SUFFIX));
                    open(node, folder.resolve(node + OLD + SUFFIX));
                }
            } catch (IOException e) {
                close();
                throw e;
            }
        }

        private static Set<String> nodesOf(Path folder) throws IOException {
            Set<String> nodes = new TreeSet<>();
            if (!Files.isDirectory(folder)) {
                return nodes;
            }
            try (Stream<Path> paths = Files.list(folder)) {
                paths.map(path -> path.getFileName().toString())
                        .filter(name -> name.endsWith(SUFFIX))
                        .map(name -> without(without(name, SUFFIX), OLD))
                        .forEach(nodes::add);
            }
            return nodes;
        }

        private static String without(String name, String end) {
            return name.endsWith(end) ? name.substring(0, name.length() - end.length()) : name;
        }

        private void open(String node, Path path) throws IOException {
            try {
                files.add(new LinesFromTheEnd(path));
                nodes.add(node);
                advance(files.size() - 1);
            } catch (NoSuchFileException none) {
                // It was never full, or gives way right now.
            }
        }

        private void advance(int file) throws IOException {
            for (LinesFromTheEnd.Line line = files.get(file).next();
                    line != null;
                    line = files.get(file).next()) {
                try {
                    JsonObject json = new JsonObject(line.text());
                    String key = json.getString("at", "") + "/" + line.at() + "/" + nodes.get(file);
                    heads.add(new Head(new Entry(key, json), file));
                    return;
                } catch (DecodeException cutOff) {
                    // The one before it may be whole.
                }
            }
        }

        @Nullable
        Entry next() throws IOException {
            Head head = heads.poll();
            if (head == null) {
                return null;
            }
            advance(head.file());
            return head.entry();
        }

        @Override
        public void close() throws IOException {
            for (LinesFromTheEnd file : files) {
                file.close();
            }
        }
    }
}
