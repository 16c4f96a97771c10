package io.kintsugi.connectors.files;

import io.kintsugi.connectors.Subtask;
import io.kintsugi.core.function.TwoPhaseSinkWriter;
import io.kintsugi.core.model.JobId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * A job that reads {@link #SPLITS} sequences and writes them with a file sink: checkpoints that are completed or not, commits
 * that arrive or not, failures in between, and new runs with another parallelism, in an order that a seed gives.
 */
final class FileSinkSimulation {
    private static final int SPLITS = 4;
    private static final int PARALLELISM_MAX = 4;
    private static final String STEP = "out";

    private final Path folder;
    private final Random random;
    private final FileSink<String> sink;
    private final List<String> story = new ArrayList<>();
    private final List<Task> tasks = new ArrayList<>();
    private JobId run = new JobId("job", 1);
    private int attempt;
    private Checkpoint restorePoint = new Checkpoint(new long[SPLITS], List.of(List.of()));

    /** What one task knows: its writer, and the parts that no completed checkpoint covers yet. */
    private record Task(TwoPhaseSinkWriter<String, PartFile> writer, List<PartFile> uncommitted) {}

    /**
     * @param positions by split
     * @param prepared by task
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Checkpoint(long[] positions, List<List<PartFile>> prepared) {}

    private long[] positions = new long[SPLITS];

    FileSinkSimulation(Path folder, long seed) throws Exception {
        this.folder = folder;
        this.random = new Random(seed);
        this.sink = FileSink.text(folder, text -> text);
        start(2);
    }

    void step() throws Exception {
        switch (random.nextInt(8)) {
            case 0, 1, 2, 3 -> write();
            case 4, 5 -> checkpoint();
            case 6 -> fail("failure");
            default -> {
                if (random.nextInt(4) == 0) {
                    startNewRun();
                }
            }
        }
    }

    void runToEnd() throws Exception {
        for (int split = 0; split < SPLITS; split++) {
            write(split, 3);
        }
        complete(prepareAll(tasks.size()));
        for (Task task : tasks) {
            task.writer().commit(task.uncommitted());
            task.writer().close();
        }
    }

    /** Lines of all files that a reader of the folder sees. */
    List<String> visible() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : files()) {
            if (!file.getFileName().toString().startsWith(".")) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }

    /** What the last completed checkpoint covers. */
    List<String> completed() {
        return records(restorePoint.positions());
    }

    List<String> truth() {
        return records(positions);
    }

    /** Hidden files of this run. */
    List<Path> leftBehind() throws IOException {
        String prefix = ".pending~%s~%d~".formatted(run.name(), run.run());
        return files().stream()
                .filter(file -> file.getFileName().toString().startsWith(prefix))
                .toList();
    }

    List<String> story() {
        return story;
    }

    private void write() throws Exception {
        write(random.nextInt(SPLITS), 1 + random.nextInt(5));
    }

    private void write(int split, int records) throws Exception {
        Task task = tasks.get(split % tasks.size());
        for (int i = 0; i < records; i++) {
            task.writer().write(record(split, positions[split]++), 0);
        }
    }

    private void checkpoint() throws Exception {
        int reached = random.nextInt(4) == 0 ? random.nextInt(tasks.size()) : tasks.size();
        Checkpoint checkpoint = prepareAll(reached);
        if (reached < tasks.size()) {
            fail("failure after " + reached + " tasks have prepared");
        } else if (random.nextInt(4) == 0) {
            story.add("discarded");
        } else {
            complete(checkpoint);
            commitSome();
        }
    }

    private Checkpoint prepareAll(int reached) throws Exception {
        story.add("prepare");
        List<List<PartFile>> prepared = new ArrayList<>();
        for (Task task : tasks.subList(0, reached)) {
            task.uncommitted().addAll(task.writer().prepare(1));
            prepared.add(List.copyOf(task.uncommitted()));
        }
        return new Checkpoint(positions.clone(), prepared);
    }

    private void complete(Checkpoint checkpoint) {
        story.add("complete");
        restorePoint = checkpoint;
    }

    /** The news may not come, or a task may die in the middle of its commit. */
    private void commitSome() throws Exception {
        for (Task task : tasks) {
            int fate = random.nextInt(8);
            if (fate == 0) {
                int done = random.nextInt(task.uncommitted().size() + 1);
                task.writer().commit(task.uncommitted().subList(0, done));
                fail("failure after " + done + " commits");
                return;
            } else if (fate < 6) {
                task.writer().commit(task.uncommitted());
                task.uncommitted().clear();
            }
        }
    }

    /** A task that failed is closed, one whose process died is not. */
    private void fail(String how) throws Exception {
        story.add(how);
        for (Task task : tasks) {
            if (random.nextBoolean()) {
                task.writer().close();
            }
        }
        start(tasks.size());
    }

    private void startNewRun() throws Exception {
        run = new JobId(run.name(), run.run() + 1);
        attempt = 0;
        int parallelism = 1 + random.nextInt(PARALLELISM_MAX);
        List<PartFile> parts = new ArrayList<>();
        restorePoint.prepared().forEach(parts::addAll);
        Collections.shuffle(parts, random);
        List<List<PartFile>> dealt = IntStream.range(0, parallelism)
                .<List<PartFile>>mapToObj(task -> new ArrayList<>())
                .toList();
        for (int i = 0; i < parts.size(); i++) {
            dealt.get(i % parallelism).add(parts.get(i));
        }
        restorePoint = new Checkpoint(restorePoint.positions(), dealt);
        start(parallelism);
    }

    @SuppressWarnings("unchecked") // A checkpointed subtask has such a writer.
    private void start(int parallelism) throws Exception {
        attempt++;
        story.add("start " + run + " attempt " + attempt + " x" + parallelism);
        positions = restorePoint.positions().clone();
        tasks.clear();
        for (int subtask = 0; subtask < parallelism; subtask++) {
            Subtask context = new Subtask(STEP, subtask, parallelism, attempt, run, true);
            var writer = (TwoPhaseSinkWriter<String, PartFile>) sink.writer(context);
            List<List<PartFile>> prepared = restorePoint.prepared();
            List<PartFile> known = subtask < prepared.size() ? prepared.get(subtask) : List.of();
            writer.recover(known);
            writer.commit(known);
            writer.open();
            tasks.add(new Task(writer, new ArrayList<>()));
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static List<String> records(long[] positions) {
        return IntStream.range(0, SPLITS)
                .boxed()
                .flatMap(split -> LongStream.range(0, positions[split]).mapToObj(at -> record(split, at)))
                .toList();
    }

    private static String record(int split, long at) {
        return split + ":" + at;
    }
}
