package io.kintsugi.examples.docs;

import io.kintsugi.connectors.files.FileLinesSource;
import io.kintsugi.connectors.files.FileSink;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.api.JobParameters;
import io.kintsugi.core.function.Output;
import java.nio.file.Path;
import java.util.Locale;

// doc: word-count
/** Counts the words of text files. */
public final class WordCountJob implements JobBuilder {
    @Override
    public Job build(JobParameters parameters) {
        Path input = Path.of(parameters.text("input"));
        Path output = Path.of(parameters.text("output"));
        int counters = parameters.number("counters", 2, 1, 128);
        parameters.requireAllRead();

        JobDraft job = Job.named("word-count");
        job.source("lines", FileLinesSource.of(input))
                .blocking()
                .flatMap("words", WordCountJob::split)
                .keyBy(word -> word)
                .process("count", WordCounter::new)
                .parallelism(counters)
                .sink("write", FileSink.json(output))
                .blocking();
        return job.build();
    }

    private static void split(String line, Output<String> words) {
        for (String word : line.toLowerCase(Locale.ROOT).split("[^a-z]+")) {
            if (!word.isEmpty()) {
                words.emit(word);
            }
        }
    }
}
// end
