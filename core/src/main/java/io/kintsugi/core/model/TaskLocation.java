package io.kintsugi.core.model;

/**
 * Where a task attempt runs, as its worker reported it: known to the coordinator and sent in commands, never looked up.
 *
 * @param loop index of the node's event loop that receives the task's frames, from 0
 */
public record TaskLocation(NodeId node, int loop) {}
