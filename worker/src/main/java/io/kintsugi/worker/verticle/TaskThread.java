package io.kintsugi.worker.verticle;

import io.kintsugi.worker.net.TaskLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Does what is to be done for one task, in order and never two things at once: on its loop, unless something takes so long
 * that the loop needs another thread.
 *
 * <pre>
 * rests ◀──▶ works on the loop ──detached──▶ works away from it ──▶ rests
 *   └─────────────────┴────────given up──────────────┴──▶ given up
 * </pre>
 *
 * While it works away what else is to be done waits. Once it is given up nothing is done any more but what a thread is in.
 * Any thread may call.
 */
final class TaskThread implements Executor {
    private final TaskLoop loop;
    private final boolean alone;
    private final AtomicReference<State> state = new AtomicReference<>(State.RESTS);
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicLong turns = new AtomicLong();
    private volatile @Nullable Thread worker;
    private volatile @Nullable Runnable atReturn;
    private volatile @Nullable ScheduledFuture<?> ticking;

    private enum State {
        RESTS,
        ON_LOOP,
        AWAY,
        GIVEN_UP
    }

    /** @param alone whether nobody else uses the loop */
    TaskThread(TaskLoop loop, boolean alone) {
        this.loop = loop;
        this.alone = alone;
    }

    /** The number of its loop among those of the node. */
    int loop() {
        return loop.index();
    }

    @Override
    public void execute(Runnable action) {
        loop.execute(() -> begin(action));
    }

    void after(long ms, Runnable action) {
        ScheduledFuture<?> unused = loop.schedule(() -> begin(action), ms, TimeUnit.MILLISECONDS);
    }

    /** Until {@link #close}; where one was late the next is not sooner. */
    void every(long ms, Runnable action) {
        ticking = loop.scheduleWithFixedDelay(() -> begin(action), ms, ms, TimeUnit.MILLISECONDS);
    }

    /** On the loop. */
    private void begin(Runnable action) {
        if (waiting.isEmpty() && state.compareAndSet(State.RESTS, State.ON_LOOP)) {
            work(action);
            return;
        }
        if (!isGivenUp()) {
            waiting.add(action);
            if (state.get() == State.RESTS) { // It may have come back before it could see what waits.
                loop.execute(this::goOn);
            }
        }
    }

    /** What has waited while it was away, on the loop. */
    private void goOn() {
        while (!waiting.isEmpty() && loop.inEventLoop() && state.compareAndSet(State.RESTS, State.ON_LOOP)) {
            Runnable next = waiting.poll();
            work(next == null ? () -> {} : next);
        }
    }

    private void work(Runnable action) {
        worker = Thread.currentThread();
        turns.setRelease(turns.getPlain() + 1);
        try {
            action.run();
        } finally {
            rest();
        }
    }

    private void rest() {
        if (state.compareAndSet(State.ON_LOOP, State.RESTS)) {
            return;
        }
        synchronized (loop) {
            // Whoever has taken the loop away from this thread is through with that.
        }
        if (state.compareAndSet(State.AWAY, State.RESTS)) {
            if (!waiting.isEmpty()) {
                loop.execute(this::goOn);
            }
            return;
        }
        Runnable last = atReturn;
        if (last != null) {
            last.run();
        }
    }

    /** A number that differs each time it begins to work; 0 while it rests. */
    long turn() {
        State now = state.get();
        return now == State.ON_LOOP || now == State.AWAY ? turns.getAcquire() : 0;
    }

    /** Where it works; the thread may have gone on to something else by then. */
    Optional<Thread> worker() {
        return Optional.ofNullable(worker);
    }

    /** Gives its loop another thread, so that others go on; whether it was on the loop. */
    boolean detach() {
        synchronized (loop) {
            boolean held = !alone && state.compareAndSet(State.ON_LOOP, State.AWAY);
            if (held) {
                loop.replaceThread();
            }
            return held;
        }
    }

    /**
     * Nothing more is done, and its loop is free.
     *
     * @param atReturn done by a thread that is still at work, when it comes back
     * @return whether there is such a thread
     */
    boolean giveUp(Runnable atReturn) {
        synchronized (loop) {
            if (isGivenUp()) {
                return false;
            }
            this.atReturn = atReturn;
            State before = state.getAndSet(State.GIVEN_UP);
            waiting.clear();
            if (before == State.ON_LOOP && !alone) {
                loop.replaceThread();
            }
            return before == State.ON_LOOP || before == State.AWAY;
        }
    }

    boolean isGivenUp() {
        return state.get() == State.GIVEN_UP;
    }

    /** Whether the caller works for a task that was given up: it may have no effect any more. */
    boolean isZombie() {
        return isGivenUp() && worker == Thread.currentThread();
    }

    /** Ends its ticking, and its loop if it is alone there. */
    void close() {
        ScheduledFuture<?> periodic = ticking;
        if (periodic != null) {
            periodic.cancel(false);
        }
        if (alone) {
            loop.end();
        }
    }
}
