package io.kintsugi.cluster.artifact;

import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobBuilder;
import io.kintsugi.core.api.JobParameters;
import java.util.concurrent.CountDownLatch;

/** Builders, good and bad. */
public final class Builders {
    private Builders() {}

    static Job job(String name, int parallelism) {
        var draft = Job.named(name);
        draft.source("read", new Numbers()).parallelism(parallelism).sink("write", context -> (value, time) -> {});
        return draft.build();
    }

    /** Its parameters: name, parallelism. */
    public static final class Good implements JobBuilder {
        @Override
        public Job build(JobParameters parameters) {
            return job(parameters.text("name", "numbers"), parameters.number("parallelism", 1, 1, 64));
        }
    }

    /** Looks itself for parameters that it does not know. */
    public static final class Strict implements JobBuilder {
        @Override
        public Job build(JobParameters parameters) {
            int parallelism = parameters.number("parallelism", 1, 1, 64);
            parameters.requireAllRead();
            return job("numbers", parallelism);
        }
    }

    public static final class Throwing implements JobBuilder {
        @Override
        public Job build(JobParameters parameters) {
            throw new IllegalStateException("no model file", new java.io.IOException("disk gone"));
        }
    }

    /** Says in its exception what it was told. */
    public static final class Talkative implements JobBuilder {
        @Override
        public Job build(JobParameters parameters) {
            String password = parameters.text("db-password");
            parameters.number("api-token", 1, 1, 9);
            throw new IllegalStateException(
                    "no connection for " + password, new java.io.IOException("wrong: " + password));
        }
    }

    public static final class ReturningNull implements JobBuilder {
        @Override
        @SuppressWarnings("NullAway")
        public Job build(JobParameters parameters) {
            return null;
        }
    }

    public static final class Invalid implements JobBuilder {
        @Override
        public Job build(JobParameters parameters) {
            return job("numbers", 1_000_000);
        }
    }

    public static final class ThrowingInConstructor implements JobBuilder {
        public ThrowingInConstructor() {
            throw new UnsupportedOperationException("not today");
        }

        @Override
        public Job build(JobParameters parameters) {
            return job("numbers", 1);
        }
    }

    public static final class WithoutConstructor implements JobBuilder {
        private final int parallelism;

        public WithoutConstructor(int parallelism) {
            this.parallelism = parallelism;
        }

        @Override
        public Job build(JobParameters parameters) {
            return job("numbers", parallelism);
        }
    }

    static final class Hidden implements JobBuilder {
        public Hidden() {}

        @Override
        public Job build(JobParameters parameters) {
            return job("numbers", 1);
        }
    }

    public abstract static class Abstract implements JobBuilder {}

    /** Ends only when it is interrupted. */
    public static final class Endless implements JobBuilder {
        static final CountDownLatch INTERRUPTED = new CountDownLatch(1);

        @Override
        public Job build(JobParameters parameters) throws InterruptedException {
            try {
                new CountDownLatch(1).await();
            } finally {
                INTERRUPTED.countDown();
            }
            return job("numbers", 1);
        }
    }

    /** Does not come back from its constructor, whoever interrupts it, until it is let go. */
    public static final class Stubborn implements JobBuilder {
        static final CountDownLatch LET_GO = new CountDownLatch(1);

        public Stubborn() {
            boolean held = true;
            while (held) {
                try {
                    LET_GO.await();
                    held = false;
                } catch (InterruptedException unheard) {
                    // It does not let itself be interrupted.
                }
            }
        }

        @Override
        public Job build(JobParameters parameters) {
            return job("numbers", 1);
        }
    }
}
