package io.kintsugi.node.cli;

import io.vertx.core.json.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** A graph as an SVG picture that needs nothing else; the places are those that the server gave. */
final class GraphSvg {
    private static final String HEAD = """
            <svg xmlns="http://www.w3.org/2000/svg" width="%1$d" height="%2$d" viewBox="0 0 %1$d %2$d" role="img">
            <title>%3$s</title>
            <style>
              rect { fill: #fff; stroke: #555; } polyline { fill: none; stroke: #777; }
              text { font: 12px sans-serif; fill: #222; } .name { font-weight: bold; } .lost { fill: #a40000; }
            </style>
            """;
    private static final String BOX = """
            <rect x="%1$d" y="%2$d" width="%3$d" height="%4$d" rx="6"/>
            <text class="name" x="%5$d" y="%6$d">%8$s</text>
            <text x="%5$d" y="%7$d">%9$s</text>
            <text x="%5$d" y="%10$d">%11$s</text>
            """;
    private static final int PADDING = 10;
    private static final int LINE = 20;

    /** Longer names do not fit into a box. */
    private static final int LETTERS_MAX = 24;

    private GraphSvg() {}

    static String of(JsonObject graph) {
        JsonObject layout = graph.getJsonObject("layout");
        StringBuilder svg = new StringBuilder(HEAD.formatted(
                layout.getInteger("width"),
                layout.getInteger("height"),
                escaped("job " + graph.getString("job") + ": " + graph.getString("state"))));
        Map<String, JsonObject> edges = byKey(graph, "edges", "id");
        layout.getJsonArray("edges").forEach(line -> edge(svg, (JsonObject) line, edges));
        Map<String, JsonObject> vertices = byKey(graph, "vertices", "name");
        layout.getJsonArray("vertices").forEach(box -> vertex(svg, (JsonObject) box, vertices));
        return svg.append("</svg>").toString();
    }

    private static Map<String, JsonObject> byKey(JsonObject graph, String array, String key) {
        Map<String, JsonObject> found = new LinkedHashMap<>();
        graph.getJsonArray(array).forEach(item -> found.put(((JsonObject) item).getString(key), (JsonObject) item));
        return found;
    }

    private static void vertex(StringBuilder svg, JsonObject box, Map<String, JsonObject> vertices) {
        JsonObject vertex = vertices.getOrDefault(box.getString("name"), new JsonObject());
        int x = box.getInteger("x");
        int y = box.getInteger("y");
        svg.append(BOX.formatted(
                x,
                y,
                box.getInteger("width"),
                box.getInteger("height"),
                x + PADDING,
                y + LINE,
                y + 2 * LINE,
                escaped(shortened(box.getString("name") + " x" + vertex.getInteger("parallelism"))),
                escaped(shortened(GraphText.states(vertex))),
                y + 3 * LINE,
                GraphText.perS(vertex.getDouble("recordsInPerS")) + " in, "
                        + GraphText.perS(vertex.getDouble("recordsOutPerS")) + " out/s"));
    }

    private static void edge(StringBuilder svg, JsonObject line, Map<String, JsonObject> edges) {
        JsonObject edge = edges.getOrDefault(line.getString("id"), new JsonObject());
        String points = line.getJsonArray("points").stream()
                .map(point -> ((JsonObject) point).getInteger("x") + "," + ((JsonObject) point).getInteger("y"))
                .collect(Collectors.joining(" "));
        svg.append("<polyline points=\"%s\"/>%n".formatted(points));
        if (edge.getLong("lost") > 0) {
            JsonObject start = line.getJsonArray("points").getJsonObject(0);
            svg.append("<text class=\"lost\" x=\"%d\" y=\"%d\">lost %s</text>%n"
                    .formatted(start.getInteger("x") + PADDING, start.getInteger("y") - 4, GraphText.lost(edge)));
        }
    }

    private static String shortened(String text) {
        return text.length() <= LETTERS_MAX ? text : text.substring(0, LETTERS_MAX - 1) + "\u2026";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
