package io.kintsugi.webconsole;

import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lets modules of libraries find each other by path. They import by name, {@code from"lit-html"}, which browsers look up in
 * an import map; that would have to stand in the page itself, and the page's policy lets no script stand there.
 */
final class BareImports {
    private static final Pattern IMPORT = Pattern.compile("\\b(from|import)\\s*\"(@?[a-z][a-z0-9/._-]*)\"");

    /** Path of a module by its name. */
    private final Map<String, String> modules;

    BareImports(Map<String, String> modules) {
        this.modules = Map.copyOf(modules);
    }

    /**
     * The file with paths in place of names.
     *
     * @param path of the file, from the same root as the paths of the modules
     */
    Buffer resolved(String path, Buffer file) {
        String up = "../".repeat((int) path.chars().filter(c -> c == '/').count());
        Matcher imports = IMPORT.matcher(file.toString());
        return Buffer.buffer(imports.replaceAll(
                found -> Matcher.quoteReplacement(found.group(1) + "\"" + up + pathOf(found, path) + "\"")));
    }

    private String pathOf(MatchResult found, String importer) {
        String path = modules.get(found.group(2));
        if (path == null) {
            throw new IllegalStateException(
                    "%s imports '%s', whose path is not known".formatted(importer, found.group(2)));
        }
        return path;
    }
}
