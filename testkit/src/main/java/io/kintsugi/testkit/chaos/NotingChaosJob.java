package io.kintsugi.testkit.chaos;

import io.kintsugi.cluster.client.LossJson;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.testkit.noting.NoteJob;
import io.kintsugi.testkit.noting.Notes;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Tasks that may restart alone, and lose records: the account of the losses has to be what is really missing. */
public final class NotingChaosJob implements ChaosJob {
    private final Path folder;
    private final long records;
    private final long rate;

    /** @param folder that all nodes see */
    public NotingChaosJob(Path folder, long records, long rate) {
        this.folder = folder;
        this.records = records;
        this.rate = rate;
    }

    @Override
    public String name() {
        return "noting";
    }

    @Override
    public String promise() {
        return "losses under task are counted";
    }

    @Override
    public List<String> submission() throws IOException {
        Files.createDirectories(folder);
        Path jar = ClassesJar.of(NoteJob.class, folder.resolve("noting.jar"));
        return List.of(
                NoteJob.class.getName(),
                "--jar=" + jar,
                "--param=folder=" + folder,
                "--param=records=" + records,
                "--param=rate=" + rate);
    }

    @Override
    public void release() throws IOException {
        Files.createFile(folder.resolve("go"));
    }

    @Override
    public Findings judge(JsonObject loss) throws IOException {
        LossStatus account = LossJson.read(loss);
        Notes notes = Notes.in(folder, records);
        return new Findings(
                Map.of(
                        "records", records,
                        "really lost before noting", notes.lostBeforeNoting(),
                        "really lost after noting", notes.lostAfterNoting(),
                        "lost by the account", account.total().lost(),
                        "lost at least by the account", account.total().least()),
                notes.problems(account));
    }
}
