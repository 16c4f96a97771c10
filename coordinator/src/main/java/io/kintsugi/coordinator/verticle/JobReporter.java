package io.kintsugi.coordinator.verticle;

import io.kintsugi.coordinator.job.JobTransition;
import io.kintsugi.core.model.JobState;
import io.kintsugi.core.model.Words;
import io.kintsugi.core.protocol.JobNews;
import io.kintsugi.core.protocol.JobNews.Kind;
import io.kintsugi.core.protocol.JobStatus;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.RecoveryStatus;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes news of what becomes of one job. On the leader's loop only. */
final class JobReporter {
    private final Facts facts;
    private final Consumer<JobNews> tell;
    private long toldRecovery;
    private boolean exceeded;

    /** What is known of the job now. */
    interface Facts {
        JobStatus status();

        /** Newest first. */
        List<RecoveryStatus> recoveries();

        LossStatus loss();
    }

    /** @param tell gets each news once, and must not block */
    JobReporter(Facts facts, Consumer<JobNews> tell) {
        this.facts = facts;
        this.tell = tell;
    }

    void moved(JobTransition moved, long nowMs) {
        reportBudget(moved, nowMs);
        kind(moved).ifPresent(kind -> tell.accept(news(kind, moved, nowMs)));
    }

    /** The budget is looked at after each failure, and a failure moves the job. */
    private void reportBudget(JobTransition moved, long nowMs) {
        LossStatus.Budget budget = facts.loss().budget();
        if (budget.exceeded() && !exceeded) {
            String text = "%s lost, %s of all; %s, %d ms unavailable within the window"
                    .formatted(
                            Words.count(budget.lost(), "record"),
                            budget.fraction(),
                            Words.count(budget.recoveries(), "recovery"),
                            budget.unavailableMs());
            tell.accept(new JobNews(moved.job(), Kind.BUDGET_EXCEEDED, moved.to(), nowMs, text, List.of()));
        }
        exceeded = budget.exceeded();
    }

    private static Optional<Kind> kind(JobTransition moved) {
        return switch (moved.to()) {
            case RUNNING -> Optional.of(moved.from() == JobState.DEPLOYING ? Kind.RUNNING : Kind.RECOVERED);
            case RECOVERING -> Optional.of(Kind.RECOVERING);
            case DEGRADED -> Optional.of(Kind.DEGRADED);
            case FINISHED -> Optional.of(Kind.FINISHED);
            case STOPPED -> Optional.of(Kind.STOPPED);
            case FAILED -> Optional.of(Kind.FAILED);
            case DEPLOYING, STOPPING, FAILING -> Optional.empty();
        };
    }

    private JobNews news(Kind kind, JobTransition moved, long nowMs) {
        String text = kind == Kind.FAILED ? String.valueOf(facts.status().failure()) : moved.reason();
        boolean over = kind == Kind.RECOVERED || kind == Kind.FAILED;
        return new JobNews(moved.job(), kind, moved.to(), nowMs, text, over ? untold() : List.of());
    }

    private List<RecoveryStatus> untold() {
        List<RecoveryStatus> untold = facts.recoveries().stream()
                .filter(recovery -> recovery.id() > toldRecovery)
                .sorted(Comparator.comparingLong(RecoveryStatus::id))
                .toList();
        toldRecovery =
                untold.isEmpty() ? toldRecovery : untold.get(untold.size() - 1).id();
        return untold;
    }
}
