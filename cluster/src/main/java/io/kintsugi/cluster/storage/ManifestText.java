package io.kintsugi.cluster.storage;

import io.kintsugi.core.model.AttemptId;
import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.JobId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.model.Term;
import io.kintsugi.core.snapshot.ChannelPosition;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import io.kintsugi.core.snapshot.Manifest;
import io.kintsugi.core.snapshot.StateVersion;
import io.kintsugi.core.snapshot.VersionId;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A manifest as a text that a person can read: JSON with a line for each version, and behind it a line with the CRC-32C of
 * the JSON.
 */
final class ManifestText {
    /** Rises when the layout changes. */
    private static final int FORMAT = 1;

    private static final Pattern VERSION = Pattern.compile("(.+)#(\\d+)/(.+\\[\\d+])@(\\d+)/v(\\d+)");
    private static final Pattern POSITION = Pattern.compile("e(\\d+):(\\d+)>(\\d+) epoch (\\d+) seq (\\d+)");
    private static final Pattern LOSS =
            Pattern.compile("e(\\d+):(\\d+)>(\\d+) epoch (\\d+) seq (\\d+) to (\\d+) (\\w+) (\\w+) least (\\d+)");

    private ManifestText() {}

    static byte[] write(Manifest manifest) {
        JsonObject head = new JsonObject()
                .put("format", FORMAT)
                .put("job", manifest.job().name())
                .put("run", manifest.job().run())
                .put("checkpoint", manifest.checkpoint());
        if (manifest.savepoint() != null) {
            head.put("savepoint", manifest.savepoint());
        }
        head.put("term", manifest.term().value())
                .put(
                        "triggeredAt",
                        Instant.ofEpochMilli(manifest.triggeredAtMs()).toString())
                .put(
                        "completedAt",
                        Instant.ofEpochMilli(manifest.completedAtMs()).toString())
                .put("keyGroups", manifest.keyGroups());
        Manifest.Superstep superstep = manifest.superstep();
        if (superstep != null) {
            head.put("iteration", superstep.iteration())
                    .put("superstep", superstep.number())
                    .put("value", Double.toString(superstep.value())); // JSON has no infinity.
        }
        String versions = manifest.versions().stream()
                .map(version -> "\n    " + write(version).encode())
                .collect(Collectors.joining(","));
        String fields = head.stream()
                .map(field -> "  \"%s\": %s,\n".formatted(field.getKey(), json(field.getValue())))
                .collect(Collectors.joining());
        String text = "{\n" + fields + "  \"versions\": [" + versions + "\n  ]\n}\n";
        return SealedText.write(text);
    }

    /** Throws {@link IllegalArgumentException} that says why this is no manifest. */
    static Manifest read(byte[] text) {
        JsonObject json = new JsonObject(SealedText.read(text));
        if (json.getInteger("format") != FORMAT) {
            throw new IllegalArgumentException("expected format %d, found %d: another build wrote it"
                    .formatted(FORMAT, json.getInteger("format")));
        }
        return read(json);
    }

    private static Manifest read(JsonObject json) {
        return new Manifest(
                new JobId(json.getString("job"), json.getLong("run")),
                json.getLong("checkpoint"),
                json.getString("savepoint"),
                new Term(json.getLong("term")),
                json.getInstant("triggeredAt").toEpochMilli(),
                json.getInstant("completedAt").toEpochMilli(),
                json.getInteger("keyGroups"),
                json.getJsonArray("versions").stream()
                        .map(version -> readVersion((JsonObject) version))
                        .toList(),
                json.containsKey("superstep") ? readSuperstep(json) : null);
    }

    private static Manifest.Superstep readSuperstep(JsonObject json) {
        return new Manifest.Superstep(
                json.getString("iteration"), json.getInteger("superstep"), Double.parseDouble(json.getString("value")));
    }

    private static JsonObject write(StateVersion version) {
        JsonObject json = new JsonObject()
                .put("version", version.id().toString())
                .put("checkpoint", version.checkpoint())
                .put("ended", version.ended())
                .put("bytes", version.bytes())
                .put("crc32c", "%08x".formatted(version.checksum()))
                .put("inputs", positions(version.inputs()))
                .put("outputs", positions(version.outputs()));
        if (!version.losses().isEmpty()) {
            json.put(
                    "losses",
                    new JsonArray(
                            version.losses().stream().map(ManifestText::write).toList()));
        }
        return json;
    }

    private static StateVersion readVersion(JsonObject json) {
        MatchResult id = match(VERSION, json.getString("version"));
        AttemptId attempt = new AttemptId(TaskId.parse(id.group(3)), Integer.parseInt(id.group(4)));
        return new StateVersion(
                new VersionId(new JobId(id.group(1), number(id, 2)), attempt, number(id, 5)),
                json.getLong("checkpoint"),
                json.getBoolean("ended"),
                json.getLong("bytes"),
                Long.parseLong(json.getString("crc32c"), 16),
                readPositions(json.getJsonArray("inputs")),
                readPositions(json.getJsonArray("outputs")),
                json.getJsonArray("losses", new JsonArray()).stream()
                        .map(text -> readLoss((String) text))
                        .toList());
    }

    private static String write(LossRange range) {
        return "%s epoch %d seq %d to %d %s %s least %d"
                .formatted(
                        range.channel(),
                        range.epoch(),
                        range.fromSeq(),
                        range.toSeq(),
                        range.kind(),
                        range.basis(),
                        range.least());
    }

    private static LossRange readLoss(String text) {
        MatchResult found = match(LOSS, text);
        return new LossRange(
                channel(found),
                (int) number(found, 4),
                number(found, 5),
                number(found, 6),
                LossKind.valueOf(found.group(7)),
                LossBasis.valueOf(found.group(8)),
                number(found, 9));
    }

    private static JsonArray positions(List<ChannelPosition> positions) {
        return new JsonArray(positions.stream()
                .map(position -> "%s epoch %d seq %d".formatted(position.channel(), position.epoch(), position.seq()))
                .toList());
    }

    private static List<ChannelPosition> readPositions(JsonArray positions) {
        return positions.stream().map(text -> readPosition((String) text)).toList();
    }

    private static ChannelPosition readPosition(String text) {
        MatchResult found = match(POSITION, text);
        return new ChannelPosition(channel(found), (int) number(found, 4), number(found, 5));
    }

    private static ChannelId channel(MatchResult found) {
        return new ChannelId((int) number(found, 1), (int) number(found, 2), (int) number(found, 3));
    }

    private static MatchResult match(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("expected the form %s, found '%s'".formatted(pattern, text));
        }
        return matcher;
    }

    private static long number(MatchResult found, int group) {
        return Long.parseLong(found.group(group));
    }

    private static String json(Object value) {
        return new JsonArray().add(value).encode().replaceAll("^\\[|]$", "");
    }
}
