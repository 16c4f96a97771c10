package io.kintsugi.connectors.files;

import io.kintsugi.core.function.Sink;
import io.kintsugi.core.function.SinkWriter;
import io.kintsugi.core.function.StepContext;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Writes each record as a line of UTF-8 text into files of a folder that all workers share. The step writes to disk, so it
 * should be {@code blocking()}.
 *
 * <p>In a job that takes checkpoints each record appears exactly once, in files {@code
 * out-0-run-3-attempt-1-part-00001.txt} for step {@code out}: one for each checkpoint at which there was something to
 * write. Until its checkpoint is complete a part has a hidden name. Take committed files away only when a later checkpoint
 * is complete: a restart looks for those of the last one.
 *
 * <p>In a job in batch mode the same holds: a subtask shows one file, {@code out-0-run-3-part-00001.txt}, when it comes to its
 * end, in the place of what an attempt before may have shown.
 *
 * <p>In streaming mode without checkpoints every attempt of a subtask has one file, {@code out-0-attempt-1.txt}, in which lines
 * appear as they are flushed; what an attempt wrote stays when it fails.
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
        if (context.checkpointed() || context.batch()) {
            return new PartFilesWriter<>(folder, new PartNames(context, extension), format);
        }
        String name = "%s-%d-attempt-%d.%s".formatted(context.step(), context.subtask(), context.attempt(), extension);
        return new FileLinesWriter<>(folder.resolve(name), format);
    }
}
