package io.kintsugi.cluster.membership;

import io.kintsugi.core.model.NodeId;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Finds out whether those who left are dead or only cut off: a machine that refuses a connection to the port of a node has no
 * such process any more. A process that is stopped accepts, and one behind a broken network says nothing. Any thread may call.
 */
final class Deaths {
    /** Nodes that are known to be dead, and those that are asked for; of more, the oldest are forgotten. */
    private static final int NODES_MAX = 1_000;

    private static final int ASK_EVERY_MS = 100;
    private static final int CONNECT_MS = 200;
    /** Afterwards it does not matter any more: the leases of those who left are over. */
    private static final long ASK_FOR_MS = 120_000;

    private final Runnable found;
    private final ScheduledExecutorService asking = Executors.newSingleThreadScheduledExecutor(Deaths::thread);
    private final Set<NodeId> dead = new LinkedHashSet<>();
    private final Map<NodeId, Left> left = new LinkedHashMap<>();
    private boolean scheduled;

    private record Left(InetSocketAddress address, long sinceNs) {}

    /** @param found called after a node was found dead, on a thread that may block */
    Deaths(Runnable found) {
        this.found = found;
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "kintsugi-deaths");
        thread.setDaemon(true);
        return thread;
    }

    synchronized boolean contains(NodeId node) {
        return dead.contains(node);
    }

    /** A node has left that listened at this address. */
    synchronized void left(NodeId node, InetSocketAddress address) {
        left.put(node, new Left(address, System.nanoTime()));
        if (!scheduled && !asking.isShutdown()) {
            scheduled = true;
            asking.execute(this::ask);
        }
    }

    /** Somebody else listens at this address now. */
    void joined(InetSocketAddress address) {
        boolean replaced;
        synchronized (this) {
            replaced = left.entrySet().removeIf(node -> {
                boolean same = node.getValue().address().equals(address);
                if (same) {
                    add(node.getKey());
                }
                return same;
            });
        }
        if (replaced) {
            found.run();
        }
    }

    void close() {
        asking.shutdownNow();
    }

    private void ask() {
        Map<NodeId, Left> asked;
        synchronized (this) {
            asked = new LinkedHashMap<>(left);
        }
        boolean any = false;
        for (Map.Entry<NodeId, Left> node : asked.entrySet()) {
            if (refuses(node.getValue().address())) {
                any = true;
                synchronized (this) {
                    left.remove(node.getKey());
                    add(node.getKey());
                }
            }
        }
        if (any) {
            found.run();
        }
        again();
    }

    private synchronized void again() {
        long nowNs = System.nanoTime();
        left.values().removeIf(node -> nowNs - node.sinceNs() > TimeUnit.MILLISECONDS.toNanos(ASK_FOR_MS));
        forgetOldest(left.keySet());
        scheduled = !left.isEmpty() && !asking.isShutdown();
        if (scheduled) {
            ScheduledFuture<?> unused = asking.schedule(this::ask, ASK_EVERY_MS, TimeUnit.MILLISECONDS);
        }
    }

    private void add(NodeId node) {
        dead.add(node);
        forgetOldest(dead);
    }

    private static void forgetOldest(Set<NodeId> nodes) {
        Iterator<NodeId> oldest = nodes.iterator();
        while (nodes.size() > NODES_MAX) {
            oldest.next();
            oldest.remove();
        }
    }

    /** Blocks for a moment. Only a refusal counts: no route and no answer may be the network's fault. */
    private static boolean refuses(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, CONNECT_MS);
            return false;
        } catch (ConnectException refused) {
            return String.valueOf(refused.getMessage()).contains("refused");
        } catch (IOException nothing) {
            return false;
        }
    }
}
