package io.kintsugi.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.kintsugi.cluster.client.KintsugiClient;
import io.kintsugi.cluster.client.KintsugiClient.Submission;
import io.kintsugi.connectors.collect.Collected;
import io.kintsugi.connectors.generator.GeneratorSource;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.StopMode;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.node.Kintsugi;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs what docs/writing-a-job.md and docs/api.md show about applications that have a Vert.x of their own. */
class EmbeddedExampleIT {
    private final Vertx vertx = Vertx.vertx();

    @AfterEach
    void close() throws Exception {
        vertx.close().await(60, TimeUnit.SECONDS);
    }

    @Test
    void runsInsideOfAnApplication() throws Exception {
        Collected<Long> squares = Collected.atMost(100);
        JobDraft draft = Job.named("squares");
        draft.source("read", GeneratorSource.numbers().records(5))
                .rebalance()
                .map("square", n -> n * n)
                .parallelism(2)
                .sink("collect", squares.sink());
        Job job = draft.build();

        // doc: embedded
        Future<JobStatus> ended = Kintsugi.embedded(vertx)
                .compose(kintsugi -> kintsugi.submit(job)
                        .compose(submitted -> kintsugi.ended("squares", 30_000))
                        .eventually(kintsugi::close));
        // end

        assertThat(ended.await(60, TimeUnit.SECONDS).state()).isEqualTo(JobState.FINISHED);
        assertThat(squares.records()).containsExactlyInAnyOrder(0L, 1L, 4L, 9L, 16L);
    }

    @Test
    void submitsOverTheEventBus(@TempDir Path folder) throws Exception {
        String input = Files.writeString(folder.resolve("text.txt"), "to be or not to be")
                .toString();
        String output = folder.resolve("out").toString();
        Kintsugi node = Kintsugi.embedded(vertx).await(60, TimeUnit.SECONDS);

        // doc: client
        KintsugiClient client = KintsugiClient.create(vertx);
        Future<JobStatus> stopped = client.submit(
                        Submission.of(WordCountJob.class, Map.of("input", input, "output", output)))
                .compose(job -> client.stop(job.spec().id().name(), StopMode.DRAIN));
        // end

        assertThat(stopped.await(60, TimeUnit.SECONDS).spec().id().name()).isEqualTo("word-count");
        assertThat(node.ended("word-count", 30_000).await(60, TimeUnit.SECONDS).state())
                .isIn(JobState.STOPPED, JobState.FINISHED);
        node.close().await(60, TimeUnit.SECONDS);
    }
}
