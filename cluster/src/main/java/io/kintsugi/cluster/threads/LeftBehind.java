package io.kintsugi.cluster.threads;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts threads that somebody's function holds although nobody waits for it any more. Any thread may call. */
public final class LeftBehind {
    private static final Logger LOG = LoggerFactory.getLogger(LeftBehind.class);

    private final AtomicInteger threads = new AtomicInteger();

    public void leave(String whose) {
        LOG.warn("{} holds a thread that is left behind; {} of them on this node", whose, threads.incrementAndGet());
    }

    public void cameBack(String whose) {
        LOG.info("{} let go of its thread; {} left behind on this node", whose, threads.decrementAndGet());
    }

    /** How many there are now. */
    public int count() {
        return threads.get();
    }
}
