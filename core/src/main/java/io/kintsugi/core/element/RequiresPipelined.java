package io.kintsugi.core.element;

/**
 * Why something cannot wait on a disk until its consumer begins, and what to change in a job that would make it.
 *
 * @param element what it is, in words
 * @param reason why it has to go on at once
 * @param remedy what to change
 */
public record RequiresPipelined(String element, String reason, String remedy) {
    static final RequiresPipelined BARRIER = new RequiresPipelined(
            "a barrier",
            "all tasks of a job have to see it while they run",
            "remove checkpointed(...), or choose mode(STREAMING)");
    static final RequiresPipelined IDLE = new RequiresPipelined(
            "an idle signal",
            "it holds for the moment in which it is sent",
            "remove idleTimeout(...), or choose mode(STREAMING)");
    static final RequiresPipelined CLOCK_TICK = new RequiresPipelined(
            "a tick of the clock",
            "it holds for the moment in which it is sent",
            "use event time, or choose mode(STREAMING)");
    static final RequiresPipelined LATENCY_MARKER = new RequiresPipelined(
            "a latency marker",
            "it measures how long records are under way",
            "remove latencyMarkers(...), or choose mode(STREAMING)");
    static final RequiresPipelined USER_EVENT = new RequiresPipelined(
            "a user event",
            "it is told to functions that run at the same time",
            "declare none in sendsEvents(), or choose mode(STREAMING)");

    /** @param exchange which one, {@code "from 'read' to 'count'"} */
    public String problem(String exchange) {
        return "the blocking exchange %s would have to keep %s, which requires a pipelined one since %s: %s"
                .formatted(exchange, element, reason, remedy);
    }
}
