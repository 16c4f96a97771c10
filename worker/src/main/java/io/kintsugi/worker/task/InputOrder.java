package io.kintsugi.worker.task;

import io.kintsugi.core.graph.Partitioning;
import io.kintsugi.core.graph.PlanEdge;
import io.kintsugi.worker.channel.InputGate;
import java.util.Arrays;
import java.util.List;

/**
 * Has a task in batch mode read one input after the other, always in the same order, so that a task that begins anew sees
 * the same again. What all subtasks get comes first, since other records are processed by what it says.
 */
final class InputOrder implements InputGate.Blocking {
    private final boolean[] ended;
    private final int[] order;
    private int at;

    /** @param edges by input, as the gate counts them */
    InputOrder(List<PlanEdge> edges) {
        ended = new boolean[edges.size()];
        order = new int[edges.size()];
        int next = 0;
        for (boolean first : new boolean[] {true, false}) {
            for (int input = 0; input < order.length; input++) {
                if ((edges.get(input).partitioning() == Partitioning.BROADCAST) == first) {
                    order[next++] = input;
                }
            }
        }
    }

    /** Nothing more comes from an input. */
    void end(int input) {
        ended[input] = true;
        while (at < order.length && ended[order[at]]) {
            at++;
        }
    }

    @Override
    public boolean blocked(int input) {
        return at < order.length && order[at] != input;
    }

    @Override
    public String toString() {
        return Arrays.toString(order);
    }
}
