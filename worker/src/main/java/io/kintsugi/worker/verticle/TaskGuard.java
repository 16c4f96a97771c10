package io.kintsugi.worker.verticle;

import io.kintsugi.cluster.threads.FunctionThreads;
import io.kintsugi.core.config.TaskSettings;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.snapshot.ChannelPositions;
import io.kintsugi.worker.operator.Pulse;
import io.kintsugi.worker.task.ProgressWatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches one task from the watchdog's thread. One that is slow loses its loop, so that its neighbours go on; one that is
 * stuck is given up. What it did last is looked at only a moment later, when it is certain that it does no more.
 */
final class TaskGuard implements Watchdog.Watched {
    private static final Logger LOG = LoggerFactory.getLogger(TaskGuard.class);

    private final TaskWiring wiring;
    private final TaskThread thread;
    private final Pulse pulse;
    private final ProgressWatch progress;
    private final TaskListener leader;
    private final Owner owner;
    private @Nullable StuckTaskException stuck;
    private long beatsAtEnd;

    /** Whose task it is. */
    interface Owner {
        /** Lets go of the task, whose thread may be anywhere. Called by the watchdog's thread. */
        void giveUp();

        /** How far the task had come, which does nothing more; on a thread that may block. */
        ChannelPositions lastWords();
    }

    /** @param leader is told when the task is stuck */
    TaskGuard(TaskWiring wiring, TaskListener leader, Owner owner) {
        this.wiring = wiring;
        this.leader = leader;
        this.thread = wiring.thread();
        this.pulse = wiring.task().pulse();
        TaskSettings settings = wiring.care().settings();
        this.progress = new ProgressWatch(
                settings.detachMs(), wiring.isBlocking() ? settings.stuckBlockingMs() : settings.stuckMs());
        this.owner = owner;
    }

    @Override
    public void look(long passedMs) {
        if (thread.isGivenUp()) {
            tellIfStuck();
            return;
        }
        switch (progress.look(thread.turn(), pulse.beats(), passedMs)) {
            case FINE -> {
                // Nothing to do.
            }
            case SLOW -> detach();
            case STUCK -> giveUp();
        }
    }

    private void detach() {
        if (thread.detach()) {
            LOG.debug("{} is slow: its loop goes on without it", wiring);
        }
    }

    private void giveUp() {
        StuckTaskException how = thread.worker()
                .map(worker -> StuckTaskException.of(wiring.attempt(), progress.stillMs(), worker))
                .orElse(null);
        owner.giveUp();
        stuck = how;
        beatsAtEnd = pulse.beats();
    }

    private void tellIfStuck() {
        StuckTaskException how = stuck;
        if (how != null) {
            stuck = null;
            tell(how, pulse.beats() == beatsAtEnd);
        }
    }

    /** @param quiet whether it has certainly done nothing more since it was given up */
    private void tell(StuckTaskException how, boolean quiet) {
        LOG.warn("{} {}", wiring, how.getMessage(), how);
        Care care = wiring.care();
        long atMs = System.currentTimeMillis();
        FunctionThreads.Call<ChannelPositions> words = care.functions()
                .call(wiring + " last words", () -> quiet ? owner.lastWords() : ChannelPositions.none());
        care.owner()
                .execute(() -> care.patience()
                        .await(words.outcome(care.owner()), ChannelPositions.none(), words::giveUp)
                        .onSuccess(last -> leader.report(new WorkerEvent.TaskFailed(
                                wiring.job(), wiring.attempt(), Failure.of(how), atMs, last))));
    }
}
