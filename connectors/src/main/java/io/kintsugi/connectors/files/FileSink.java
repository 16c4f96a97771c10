package io.kintsugi.connectors.files;

import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.StepContext;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Writes each record as a line of UTF-8 text. Every attempt of a subtask has a file of its own in the folder,
 * {@code out-0-attempt-1.txt} for step {@code out}; an attempt never touches the file of another. The step writes to
 * disk, so it should be {@code blocking()}.
 *
 * <p>Delivery: at least once. What an attempt wrote stays when it fails.
 */
public final class FileSink<T> implements Sink<T> {
    private final Path folder;
    private final String extension;
    private final LineFormat<? super T> format;

    private FileSink(Path folder, String extension, LineFormat<? super T> format) {
        this.folder = folder;
        this.extension = extension;
        this.format = format;
    }

    /** Lines as {@code format} makes them; the folder is made when it is not there. */
    public static <T> FileSink<T> text(Path folder, LineFormat<? super T> format) {
        return new FileSink<>(folder, "txt", Objects.requireNonNull(format));
    }

    /** One JSON value a line, as {@link JsonLines} writes it. */
    public static <T> FileSink<T> json(Path folder) {
        return new FileSink<>(folder, "jsonl", JsonLines::format);
    }

    @Override
    public SinkWriter<T> writer(StepContext context) {
        String name = "%s-%d-attempt-%d.%s".formatted(context.step(), context.subtask(), context.attempt(), extension);
        return new FileLinesWriter<>(folder.resolve(name), format);
    }
}
