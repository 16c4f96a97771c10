package io.kintsugi.worker.net;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An event loop for tasks whose thread can be taken away: what waits on the loop goes on with another thread, while the one
 * before is still held up in some function. Sockets do not live here, so the node stays reachable whatever its tasks do.
 *
 * <p>Any thread may call.
 */
public final class TaskLoop extends AbstractScheduledEventExecutor implements EventLoop {
    private static final Logger LOG = LoggerFactory.getLogger(TaskLoop.class);
    private static final long NO_DEADLINE = -1;

    private final String name;
    private final int index;
    private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger threads = new AtomicInteger();
    private final Promise<Void> terminated = new DefaultPromise<>(GlobalEventExecutor.INSTANCE);
    private volatile Thread worker;
    private volatile boolean parked;
    private volatile boolean shutdown;

    /** @param index its number among the loops of the node; tasks that are alone on theirs share one with others */
    TaskLoop(String name, int index) {
        this.name = name;
        this.index = index;
        worker = newThread();
        worker.start();
    }

    private Thread newThread() {
        int number = threads.getAndIncrement();
        Thread thread = new Thread(this::work, number == 0 ? name : name + "-" + number);
        thread.setDaemon(true);
        thread.setContextClassLoader(TaskLoop.class.getClassLoader());
        return thread;
    }

    /** Which of the node's loops frames for its tasks are sent to. */
    public int index() {
        return index;
    }

    /**
     * Another thread goes on with what waits here. The one before ends as soon as it comes back from what it is in; until
     * then it is no thread of the loop. Called while that one is certain to do nothing that only a thread of the loop may do.
     */
    public void replaceThread() {
        Thread next = newThread();
        worker = next;
        next.start();
    }

    private void work() {
        Thread me = Thread.currentThread();
        while (worker == me && !(shutdown && queue.isEmpty())) {
            takeDue();
            Runnable next = queue.poll();
            if (next == null) {
                park(me);
            } else {
                run(next);
            }
        }
        if (worker == me) {
            terminated.trySuccess(null);
        }
    }

    private void takeDue() {
        if (hasScheduledTasks()) {
            long nowNs = ticker().nanoTime();
            for (Runnable due = pollScheduledTask(nowNs); due != null; due = pollScheduledTask(nowNs)) {
                queue.add(due);
            }
        }
    }

    private static void run(Runnable action) {
        try {
            action.run();
        } catch (Throwable e) { // A loop lives as long as its node, whatever is thrown on it.
            LOG.error("an action on a task loop failed", e);
        }
    }

    private void park(Thread me) {
        parked = true;
        if (queue.isEmpty() && worker == me && !shutdown) {
            long waitNs = nextScheduledTaskNano();
            if (waitNs == NO_DEADLINE) {
                LockSupport.park(this);
            } else if (waitNs > 0) {
                LockSupport.parkNanos(this, waitNs);
            }
        }
        parked = false;
    }

    @Override
    public void execute(Runnable action) {
        queue.add(action);
        if (parked) {
            LockSupport.unpark(worker);
        }
    }

    @Override
    public boolean inEventLoop() {
        return worker == Thread.currentThread();
    }

    @Override
    public boolean inEventLoop(Thread thread) {
        return worker == thread;
    }

    @Override
    public EventLoopGroup parent() {
        return this;
    }

    @Override
    public EventLoop next() {
        return this;
    }

    /** Does what waits, and ends; what is scheduled for later is not done. */
    public void end() {
        shutdown = true;
        LockSupport.unpark(worker);
    }

    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        end();
        return terminated;
    }

    @Override
    @Deprecated
    public void shutdown() {
        shutdown = true;
        LockSupport.unpark(worker);
    }

    @Override
    public Future<?> terminationFuture() {
        return terminated;
    }

    @Override
    public boolean isShuttingDown() {
        return shutdown;
    }

    @Override
    public boolean isShutdown() {
        return shutdown;
    }

    @Override
    public boolean isTerminated() {
        return terminated.isDone();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }

    @Override
    public ChannelFuture register(Channel channel) {
        throw noSockets();
    }

    @Override
    public ChannelFuture register(ChannelPromise promise) {
        throw noSockets();
    }

    @Override
    @Deprecated
    public ChannelFuture register(Channel channel, ChannelPromise promise) {
        throw noSockets();
    }

    private static UnsupportedOperationException noSockets() {
        return new UnsupportedOperationException("sockets live on the event loops of Vert.x, not on those of tasks");
    }
}
