package io.kintsugi.cluster.security;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down who did what: a line of JSON for each change, in a file for each node, in one folder. A file that is full gives
 * way to a new one, and the one before the last is dropped. The logger {@code audit} says the same, for those who send logs
 * elsewhere. Any thread may call.
 */
public final class AuditLog {
    private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
    private static final Logger COPY = LoggerFactory.getLogger("audit");

    private final String node;
    private final @Nullable Folder folder;

    private AuditLog(String node, @Nullable Folder folder) {
        this.node = node;
        this.folder = folder;
    }

    /** @param worker has one thread, so that lines stay in order */
    private record Folder(Path path, long bytesMax, WorkerExecutor worker) {}

    /** Keeps nothing. */
    public static AuditLog off() {
        return new AuditLog("", null);
    }

    /**
     * @param path made if it is missing
     * @param bytesMax of a file
     */
    public static AuditLog in(Vertx vertx, Path path, String node, long bytesMax) {
        WorkerExecutor worker = vertx.createSharedWorkerExecutor("kintsugi-audit-" + node, 1);
        return new AuditLog(node, new Folder(path, bytesMax, worker));
    }

    /** Completes when the line is in the file. A disk that is full is an error in the log and no failure. */
    public Future<Void> record(AuditEntry entry) {
        Folder to = folder;
        if (to == null) {
            return Future.succeededFuture();
        }
        String line = entry.toJson(node).encode();
        COPY.info(line);
        return to.worker().<Void>executeBlocking(() -> append(to, line), true).recover(failure -> {
            LOG.error("audit line not written folder={} cause=\"{}\"", to.path(), failure.toString());
            return Future.succeededFuture();
        });
    }

    /**
     * What all nodes that write to this folder have written, newest first. Lines that are no JSON, such as one that a crash
     * cut off, are left out. Fails with {@link AuditPage.Gone}.
     *
     * @param cursor of the page before; empty: from the newest on
     */
    public Future<AuditPage> page(AuditQuery query, String cursor, int entriesMax) {
        Folder from = folder;
        return from == null
                ? Future.succeededFuture(new AuditPage(List.of(), ""))
                : from.worker().executeBlocking(() -> AuditTail.page(from.path(), query, cursor, entriesMax), false);
    }

    public Future<Void> close() {
        return folder == null ? Future.succeededFuture() : folder.worker().close();
    }

    private @Nullable Void append(Folder to, String line) throws IOException {
        Files.createDirectories(to.path());
        String name = node.replaceAll("[^A-Za-z0-9._-]", "_");
        Path file = to.path().resolve(name + AuditTail.SUFFIX);
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        if (Files.exists(file) && Files.size(file) + bytes.length > to.bytesMax()) {
            Files.move(
                    file,
                    to.path().resolve(name + AuditTail.OLD + AuditTail.SUFFIX),
                    StandardCopyOption.REPLACE_EXISTING);
        }
        if (!Files.exists(file)) {
            Files.createFile(file, UsersFile.ownerOnly(to.path()));
        }
        Files.write(file, bytes, StandardOpenOption.APPEND);
        return null;
    }
}
