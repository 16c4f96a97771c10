package io.kintsugi.core.protocol;

/**
 * Why something failed, as a value that travels.
 *
 * @param type class name of the exception
 * @param message for people, never empty
 * @param trace stack trace, cut to a few thousand characters; may be empty
 */
public record Failure(String type, String message, String trace) {
    private static final int TRACE_MAX = 8_000;

    /** Takes the outermost message, else the class name, and the trace of the whole chain of causes. */
    public static Failure of(Throwable cause) {
        StringBuilder trace = new StringBuilder();
        for (Throwable at = cause; at != null && trace.length() < TRACE_MAX; at = at.getCause()) {
            trace.append(trace.isEmpty() ? "" : "caused by: ").append(at).append('\n');
            for (StackTraceElement frame : at.getStackTrace()) {
                trace.append("    at ").append(frame).append('\n');
            }
        }
        trace.setLength(Math.min(trace.length(), TRACE_MAX));
        String message = cause.getMessage();
        String type = cause.getClass().getName();
        return new Failure(type, message == null || message.isBlank() ? type : message, trace.toString());
    }

    @Override
    public String toString() {
        return type.substring(type.lastIndexOf('.') + 1) + ": " + message;
    }
}
