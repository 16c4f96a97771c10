package io.kintsugi.cluster.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code docs/problems.md} says about a problem, for browsers. */
public final class ProblemPage {
    private static final String FILE = "problems.md";
    private static final Pattern CODE = Pattern.compile("`([^`]*)`");
    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><title>%1$s %2$s</title></head>
            <body>
            <h1>%1$s %2$s (%3$d)</h1>
            <p><strong>%4$s.</strong></p>
            <p>%5$s</p>
            <p><a href="../api/">The API</a></p>
            </body>
            </html>
            """;

    private ProblemPage() {}

    /** As HTML. */
    public static String of(ProblemCode code) {
        return PAGE.formatted(code.code(), code.slug(), code.status(), html(code.title()), html(section(code)));
    }

    /** The text between the heading of a problem and the next one. */
    private static String section(ProblemCode code) {
        Pattern section = Pattern.compile("(?ms)^### " + Pattern.quote(code.code()) + " [^\\n]*\\n(.*?)(?=^##|\\z)");
        Matcher found = section.matcher(catalogue());
        if (!found.find()) {
            throw new IllegalStateException(FILE + " has no section about " + code.code());
        }
        return found.group(1).strip();
    }

    private static String html(String text) {
        String safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        return CODE.matcher(safe).replaceAll("<code>$1</code>");
    }

    /** The build puts the page of the documentation on the class path. */
    private static String catalogue() {
        try (InputStream in = ProblemPage.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is not on the class path beside " + ProblemPage.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + FILE + " from the class path", e);
        }
    }
}
