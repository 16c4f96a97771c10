package io.kintsugi.webconsole;

import io.vertx.core.buffer.Buffer;

/** A file as browsers get it. */
record Asset(String mediaType, Buffer bytes) {
    private static final String TEXT = "; charset=utf-8";

    /** Throws {@link IllegalArgumentException} for a kind of file that no page here has. */
    static Asset of(String path, Buffer bytes) {
        return new Asset(mediaType(path), bytes);
    }

    private static String mediaType(String path) {
        String ending = path.substring(path.lastIndexOf('.') + 1);
        return switch (ending) {
            case "html" -> "text/html" + TEXT;
            case "css" -> "text/css" + TEXT;
            case "js" -> "text/javascript" + TEXT;
            case "svg" -> "image/svg+xml";
            case "png" -> "image/png";
            default ->
                throw new IllegalArgumentException("asset '" + path + "': no media type is known for '." + ending
                        + "'; add it here if browsers shall load such files");
        };
    }
}
