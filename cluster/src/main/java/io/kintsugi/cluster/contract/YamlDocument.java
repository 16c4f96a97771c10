package io.kintsugi.cluster.contract;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * One YAML 1.2 document as JSON, with the line and column of every value. {@code no}, {@code on} and {@code 012} stay
 * text. Refused: a second document, a key twice, tags, more values than {@link #NODES_MAX}, deeper nesting than
 * {@link #DEPTH_MAX}; aliases count each time they are used.
 */
public final class YamlDocument {
    static final int NODES_MAX = 100_000;
    static final int DEPTH_MAX = 100;
    static final int ALIASES_MAX = 20;

    /** Where a value begins, both from 1. */
    public record Place(int line, int column) {}

    private final Map<String, Place> places = new LinkedHashMap<>();
    private int nodes;

    private YamlDocument() {}

    /** What was read: a JsonObject, JsonArray, text, number, boolean or null, and where each pointer stands. */
    public record Parsed(@Nullable Object value, Map<String, Place> places) {
        /** The place of {@code pointer}, or of the nearest value around it. */
        public Optional<Place> place(String pointer) {
            String at = pointer;
            while (true) {
                Place place = places.get(at);
                if (place != null || at.lastIndexOf('/') < 0) {
                    return Optional.ofNullable(place);
                }
                at = at.substring(0, at.lastIndexOf('/'));
            }
        }
    }

    /** Throws {@link SyntaxException} for anything that is not one such document. */
    public static Parsed parse(String text) {
        LoadSettings settings = LoadSettings.builder()
                .setUseMarks(true)
                .setAllowRecursiveKeys(false)
                .setMaxAliasesForCollections(ALIASES_MAX)
                .setCodePointLimit(text.length() + 1)
                .build();
        YamlDocument document = new YamlDocument();
        try {
            Optional<Node> root = new Compose(settings).composeString(text);
            Object value = root.isPresent() ? document.convert(root.get(), "#", 0) : null;
            return new Parsed(value, Map.copyOf(document.places));
        } catch (MarkedYamlEngineException e) {
            throw new SyntaxException(
                    e.getProblem(), e.getProblemMark().map(YamlDocument::place).orElse(new Place(1, 1)));
        } catch (YamlEngineException e) {
            throw new SyntaxException(String.valueOf(e.getMessage()), new Place(1, 1));
        }
    }

    /** The text is no such document. */
    public static final class SyntaxException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Place place;

        SyntaxException(String message, Place place) {
            super(message);
            this.place = place;
        }

        public Place place() {
            return place;
        }
    }

    private static Place place(Mark mark) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1);
    }

    private static Place place(Node node) {
        return node.getStartMark().map(YamlDocument::place).orElse(new Place(1, 1));
    }

    private @Nullable Object convert(Node node, String pointer, int depth) {
        places.putIfAbsent(pointer, place(node));
        if (++nodes > NODES_MAX) {
            throw new SyntaxException("more than " + NODES_MAX + " values", place(node));
        }
        if (depth > DEPTH_MAX) {
            throw new SyntaxException("nested deeper than " + DEPTH_MAX + " levels", place(node));
        }
        if (node instanceof MappingNode mapping) {
            return object(mapping, pointer, depth);
        }
        if (node instanceof SequenceNode sequence) {
            List<@Nullable Object> values = new ArrayList<>();
            for (Node value : sequence.getValue()) {
                values.add(convert(value, pointer + "/" + values.size(), depth + 1));
            }
            return new JsonArray(values);
        }
        return scalar((ScalarNode) node);
    }

    private JsonObject object(MappingNode mapping, String pointer, int depth) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (NodeTuple entry : mapping.getValue()) {
            if (!(entry.getKeyNode() instanceof ScalarNode key)) {
                throw new SyntaxException("a key that is not a text", place(entry.getKeyNode()));
            }
            String name = key.getValue();
            if (fields.containsKey(name)) {
                throw new SyntaxException("key '" + name + "' stands here a second time", place(key));
            }
            String child = pointer + "/" + name.replace("~", "~0").replace("/", "~1");
            places.putIfAbsent(child, place(key));
            fields.put(name, convert(entry.getValueNode(), child, depth + 1));
        }
        return new JsonObject(fields);
    }

    private static @Nullable Object scalar(ScalarNode node) {
        String text = node.getValue();
        Tag tag = node.getTag();
        if (tag.equals(Tag.STR)) {
            return text;
        }
        if (tag.equals(Tag.INT)) {
            BigInteger number = new BigInteger(text);
            return number.bitLength() < 32
                    ? (Object) number.intValue()
                    : number.bitLength() < 64 ? number.longValue() : number;
        }
        if (tag.equals(Tag.FLOAT)) {
            return decimal(node, text);
        }
        if (tag.equals(Tag.BOOL)) {
            return Boolean.valueOf(text);
        }
        if (tag.equals(Tag.NULL)) {
            return null;
        }
        throw new SyntaxException("tag " + tag + " is not allowed", place(node));
    }

    private static Double decimal(ScalarNode node, String text) {
        try {
            return Double.valueOf(text);
        } catch (NumberFormatException e) {
            throw new SyntaxException("'" + text + "' is not a number that JSON knows", place(node));
        }
    }
}
