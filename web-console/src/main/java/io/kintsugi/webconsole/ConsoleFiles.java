package io.kintsugi.webconsole;

import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All files of the console: its own and those of the libraries that it uses. */
final class ConsoleFiles {
    static final String PAGE = "index.html";

    private static final String OWN = "io/kintsugi/webconsole/console";
    private static final String NPM = "org.webjars.npm";

    private static final List<WebJar> LIBRARIES = List.of(
            new WebJar(
                    NPM,
                    "lit-html",
                    "vendor/lit-html",
                    List.of(
                            "lit-html.js",
                            "directive.js",
                            "directive-helpers.js",
                            "directives/keyed.js",
                            "directives/live.js",
                            "directives/repeat.js")),
            new WebJar(
                    NPM,
                    "lit__reactive-element",
                    "vendor/reactive-element",
                    List.of("reactive-element.js", "css-tag.js")),
            new WebJar(NPM, "lit-element", "vendor/lit-element", List.of("lit-element.js")),
            new WebJar(NPM, "uplot", "vendor/uplot", List.of("dist/uPlot.esm.js", "dist/uPlot.min.css")));

    private static final BareImports IMPORTS = new BareImports(Map.of(
            "lit-html", "vendor/lit-html/lit-html.js",
            "@lit/reactive-element", "vendor/reactive-element/reactive-element.js"));

    private final Map<String, Buffer> files = new TreeMap<>();
    private final String page;

    private ConsoleFiles() {
        Map<String, Buffer> own = ClassPath.readAll(OWN, PAGE);
        page = String.valueOf(own.remove(PAGE));
        files.putAll(own);
        LIBRARIES.forEach(library -> library.read()
                .forEach((path, file) -> files.put(path, path.endsWith(".js") ? IMPORTS.resolved(path, file) : file)));
    }

    /** Reads all of them; blocks for some milliseconds. */
    static ConsoleFiles read() {
        return new ConsoleFiles();
    }

    /** By their path for pages; without the page itself. */
    Map<String, Buffer> assets() {
        return Map.copyOf(files);
    }

    /** Its text; {@code {{assets}}} stands for where the others are. */
    String page() {
        return page;
    }
}
