package io.kintsugi.core.protocol;

/**
 * Why something failed, as a value that travels.
 *
 * @param type class name of the exception
 * @param message for people, never empty, at most 2,000 characters
 * @param trace stack traces from the outermost to the first cause, at most 8,000 characters; may be empty
 */
public record Failure(String type, String message, String trace) {
    private static final int MESSAGE_MAX = 2_000;
    private static final int TRACE_MAX = 8_000;
    /** Few enough that the first cause, which says most, is inside of the trace even behind a deep stack. */
    private static final int FRAMES_MAX = 20;

    /** Takes the outermost message, else the class name, and the trace of the whole chain of causes, all cut. */
    public static Failure of(Throwable cause) {
        StringBuilder trace = new StringBuilder();
        for (Throwable at = cause; at != null && trace.length() < TRACE_MAX; at = at.getCause()) {
            trace.append(trace.isEmpty() ? "" : "caused by: ").append(cut(at.toString(), MESSAGE_MAX));
            trace.append('\n');
            append(trace, at.getStackTrace());
        }
        String message = cause.getMessage();
        String type = cause.getClass().getName();
        return new Failure(
                type,
                message == null || message.isBlank() ? type : cut(message, MESSAGE_MAX),
                cut(trace.toString(), TRACE_MAX));
    }

    private static void append(StringBuilder trace, StackTraceElement[] frames) {
        for (int i = 0; i < Math.min(frames.length, FRAMES_MAX); i++) {
            trace.append("    at ").append(frames[i]).append('\n');
        }
        if (frames.length > FRAMES_MAX) {
            trace.append("    and ").append(frames.length - FRAMES_MAX).append(" more\n");
        }
    }

    private static String cut(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - 3) + "...";
    }

    @Override
    public String toString() {
        return type.substring(type.lastIndexOf('.') + 1) + ": " + message;
    }
}
