package io.kintsugi.node.config;

import io.kintsugi.core.model.Nearest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** Reads the settings of a YAML 1.2 file of the form area, key, value, with the line and column of each. */
final class YamlFile {
    static final int BYTES_MAX = 1 << 20;
    static final int ALIASES_MAX = 20;

    private static final List<Tag> VALUE_TAGS = List.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL);

    private final Path file;
    private final List<RawValue> values = new ArrayList<>();
    private final List<String> problems;

    private YamlFile(Path file, List<String> problems) {
        this.file = file;
        this.problems = problems;
    }

    /** Whatever could be read; what is wrong with the rest is added to {@code problems}. */
    static List<RawValue> read(Path file, List<String> problems) {
        YamlFile yaml = new YamlFile(file, problems);
        try {
            long bytes = Files.size(file);
            if (bytes > BYTES_MAX) {
                problems.add("%s: expected at most %d bytes, found %d".formatted(file, BYTES_MAX, bytes));
            } else {
                yaml.parse(Files.readString(file));
            }
        } catch (NoSuchFileException e) {
            problems.add(file + ": there is no such file");
        } catch (IOException e) {
            problems.add("%s: cannot be read: %s".formatted(file, e));
        } catch (MarkedYamlEngineException e) {
            problems.add(yaml.at(e.getProblemMark()) + ": not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            problems.add(file + ": not YAML: " + e.getMessage());
        }
        return yaml.values;
    }

    private void parse(String text) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file.toString())
                .setUseMarks(true)
                .setCodePointLimit(BYTES_MAX)
                .build();
        if (hasTooManyAliases(new Parse(settings).parseString(text))) {
            return;
        }
        Optional<Node> root = new Compose(settings).composeString(text);
        root.filter(node -> !node.getTag().equals(Tag.NULL)).ifPresent(this::readRoot);
    }

    private boolean hasTooManyAliases(Iterable<Event> events) {
        int aliases = 0;
        for (Event event : events) {
            if (event instanceof AliasEvent && ++aliases > ALIASES_MAX) {
                problems.add(
                        "%s: expected at most %d aliases, found more".formatted(at(event.getStartMark()), ALIASES_MAX));
                return true;
            }
        }
        return false;
    }

    private void readRoot(Node root) {
        List<String> areas =
                SettingKey.all().stream().map(SettingKey::area).distinct().toList();
        for (NodeTuple tuple : entries(root, "the file")) {
            String area = name(tuple);
            if (areas.contains(area)) {
                readArea(area, tuple.getValueNode());
            } else if (SettingKey.find(area).isPresent()) {
                problems.add("%s: %s: put the key on its own line below its area, as '%s: {%s: ...}'"
                        .formatted(at(tuple.getKeyNode()), area, area.split("\\.")[0], area.split("\\.")[1]));
            } else {
                problems.add("%s: %s is not an area of settings%s"
                        .formatted(at(tuple.getKeyNode()), area, Nearest.hint(area, areas)));
            }
        }
    }

    private void readArea(String area, Node node) {
        if (node.getTag().equals(Tag.NULL)) {
            return; // All its keys are commented out.
        }
        List<String> keys = SettingKey.of(area).stream().map(SettingKey::key).toList();
        for (NodeTuple tuple : entries(node, area)) {
            String key = name(tuple);
            if (keys.contains(key)) {
                readValue(area + "." + key, tuple.getValueNode());
            } else {
                problems.add("%s: %s.%s is not a setting%s"
                        .formatted(at(tuple.getKeyNode()), area, key, Nearest.hint(key, keys)));
            }
        }
    }

    private void readValue(String path, Node node) {
        if (node instanceof ScalarNode scalar && isPlainValue(scalar)) {
            values.add(RawValue.text(path, scalar.getValue(), at(node)));
        } else if (node instanceof SequenceNode list
                && list.getValue().stream().allMatch(entry -> entry instanceof ScalarNode text && isPlainValue(text))) {
            values.add(RawValue.list(
                    path,
                    list.getValue().stream()
                            .map(entry -> ((ScalarNode) entry).getValue())
                            .toList(),
                    at(node)));
        } else {
            String expected = SettingKey.find(path).map(SettingKey::expected).orElse("a value");
            problems.add("%s: %s: expected %s, found %s; remove the line to have the default"
                    .formatted(at(node), path, expected, kind(node)));
        }
    }

    private static boolean isPlainValue(ScalarNode scalar) {
        return VALUE_TAGS.contains(scalar.getTag());
    }

    private static String kind(Node node) {
        if (node.getTag().equals(Tag.NULL)) {
            return "nothing";
        }
        if (node instanceof MappingNode) {
            return "a map";
        }
        if (node instanceof SequenceNode) {
            return "a list of other things than single values";
        }
        return node instanceof ScalarNode scalar && isPlainValue(scalar)
                ? "'" + scalar.getValue() + "'"
                : "the tag " + node.getTag();
    }

    private List<NodeTuple> entries(Node node, String what) {
        if (!(node instanceof MappingNode mapping)) {
            problems.add("%s: %s: expected keys with values, found %s".formatted(at(node), what, kind(node)));
            return List.of();
        }
        TreeSet<String> seen = new TreeSet<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (!seen.add(name(tuple))) {
                problems.add(
                        "%s: %s: key '%s' stands there twice".formatted(at(tuple.getKeyNode()), what, name(tuple)));
            }
        }
        return mapping.getValue();
    }

    private static String name(NodeTuple tuple) {
        return tuple.getKeyNode() instanceof ScalarNode scalar
                ? scalar.getValue()
                : tuple.getKeyNode().toString();
    }

    private String at(Node node) {
        return at(node.getStartMark());
    }

    private String at(Optional<Mark> mark) {
        return mark.map(at -> "%s:%d:%d".formatted(file, at.getLine() + 1, at.getColumn() + 1))
                .orElseGet(file::toString);
    }
}
