package io.kintsugi.webconsole;

import io.vertx.core.json.JsonObject;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A path of the contract, {@code /api/v1/jobs/{name}:stop}; a parameter is one segment or a part of one. */
final class PathTemplate {
    private static final Pattern PARAMETER = Pattern.compile("\\{([^}]+)}");

    private final String text;
    private final Pattern pattern;
    private final List<String> names = new ArrayList<>();
    private final int literalLength;

    PathTemplate(String text) {
        this.text = text;
        StringBuilder regex = new StringBuilder();
        int end = 0;
        int literals = 0;
        Matcher parameters = PARAMETER.matcher(text);
        while (parameters.find()) {
            names.add(parameters.group(1));
            regex.append(Pattern.quote(text.substring(end, parameters.start()))).append("([^/]+)");
            literals += parameters.start() - end;
            end = parameters.end();
        }
        regex.append(Pattern.quote(text.substring(end)));
        this.pattern = Pattern.compile(regex.toString());
        this.literalLength = literals + text.length() - end;
    }

    String text() {
        return text;
    }

    /** Of two templates that fit a path, the one with more text of its own is meant. */
    int literalLength() {
        return literalLength;
    }

    boolean fits(String path) {
        return pattern.matcher(path).matches();
    }

    /** The parameters by name, decoded; empty if the path does not fit. Throws for a path with a broken {@code %}. */
    Optional<JsonObject> match(String path) {
        Matcher matcher = pattern.matcher(path);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        JsonObject values = new JsonObject();
        for (int i = 0; i < names.size(); i++) {
            String raw = matcher.group(i + 1).replace("+", "%2B");
            values.put(names.get(i), URLDecoder.decode(raw, StandardCharsets.UTF_8));
        }
        return Optional.of(values);
    }
}
