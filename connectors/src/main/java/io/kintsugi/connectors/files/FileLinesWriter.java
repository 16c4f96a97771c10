package io.kintsugi.connectors.files;

import io.kintsugi.core.function.SinkWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The file of one attempt of a subtask. */
final class FileLinesWriter<T> implements SinkWriter<T> {
    private final Path file;
    private final LineFormat<? super T> format;
    private @Nullable BufferedWriter out;

    FileLinesWriter(Path file, LineFormat<? super T> format) {
        this.file = file;
        this.format = format;
    }

    @Override
    public void open() throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        try {
            out = Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            FileAlreadyExistsException clearer = new FileAlreadyExistsException(
                    file.toString(), null, "left by an earlier run of the job: move it away or choose another folder");
            clearer.initCause(e);
            throw clearer;
        }
    }

    @Override
    public void write(T value, long timestamp) throws Exception {
        String line = format.format(value);
        BufferedWriter writer = opened();
        writer.write(line);
        writer.write('\n');
    }

    @Override
    public void flush() throws IOException {
        opened().flush();
    }

    @Override
    public void close() throws IOException {
        if (out != null) {
            out.close();
        }
    }

    private BufferedWriter opened() {
        if (out == null) {
            throw new IllegalStateException(file + ": not open");
        }
        return out;
    }
}
