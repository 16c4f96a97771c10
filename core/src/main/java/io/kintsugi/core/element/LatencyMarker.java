package io.kintsugi.core.element;

/**
 * Goes with the records from a source on, to tell how long they take. Each task passes it on to one subtask of each step
 * behind it, so there are no more of them the further it goes. It may get lost, and nothing depends on it.
 *
 * @param source index of the source's vertex in the plan
 * @param epochMs time of day at which the source sent it, in milliseconds since 1970, on the clock of its node
 */
public record LatencyMarker(int source, long epochMs) implements ControlElement {
    @Override
    public RequiresPipelined requiresPipelined() {
        return RequiresPipelined.LATENCY_MARKER;
    }
}
