package io.kintsugi.testkit.simulation;

import io.kintsugi.core.model.TaskId;

/** Something that goes wrong at a moment of virtual time, as data: a run is repeated by repeating its faults. */
public sealed interface Fault {
    /** Milliseconds after the start of the run. */
    long atMs();

    <R> R accept(Visitor<R> visitor);

    /** One method a kind, so that a forgotten kind does not compile. */
    interface Visitor<R> {
        R taskFails(TaskFails fault);

        R workerDies(WorkerDies fault);

        R workerPauses(WorkerPauses fault);

        R linkBreaks(LinkBreaks fault);

        R storeFails(StoreFails fault);

        R storeIsSlow(StoreIsSlow fault);

        R versionIsDamaged(VersionIsDamaged fault);

        R deployFails(DeployFails fault);

        R leaderIsReplaced(LeaderIsReplaced fault);

        R nodeIsDrained(NodeIsDrained fault);
    }

    /** A function of the task's current attempt throws. */
    record TaskFails(long atMs, TaskId task) implements Fault {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.taskFails(this);
        }
    }

    /**
     * A worker's process is killed; another one joins in its place.
     *
     * @param worker from 0
     * @param replacedAfterMs until the new one offers its slots
     */
    record WorkerDies(long atMs, int worker, long replacedAfterMs) implements Fault {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.workerDies(this);
        }
    }

    /** A worker does nothing for a time, such as during a long garbage collection, and then goes on. */
    record WorkerPauses(long atMs, int worker, long forMs) implements Fault {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.workerPauses(this);
        }
    }

    /** Whatever two workers send each other for a time is lost, and what was under way. */
    record LinkBreaks(long atMs, int worker, int other, long forMs) implements Fault {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.linkBreaks(this);
        }
    }

    /** The snapshot store refuses every write for a time. */
    record StoreFails(long atMs, long forMs) implements Fault {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.storeFails(this);
        }
    }

    /** Writing takes long for a time. */
    record StoreIsSlow(long atMs, long forMs, long writeMs) implements Fault {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.storeIsSlow(this);
        }
    }

    /** A version of the newest completed checkpoint gets a wrong bit on the disk. */
    record VersionIsDamaged(long atMs, int version) implements Fault {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.versionIsDamaged(this);
        }
    }

    /** The next attempt of the task throws when it opens. */
    record DeployFails(long atMs, TaskId task) implements Fault {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.deployFails(this);
        }
    }

    /**
     * A worker is drained, and its process is stopped when it has no task any more; another one joins in its place.
     *
     * @param worker from 0
     * @param replacedAfterMs from its stop until the new one offers its slots
     */
    record NodeIsDrained(long atMs, int worker, long replacedAfterMs) implements Fault {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.nodeIsDrained(this);
        }
    }

    /**
     * Another coordinator takes over.
     *
     * @param afterMs until it takes a term
     * @param dies whether the leader's process is killed; else it goes on and believes to lead
     */
    record LeaderIsReplaced(long atMs, long afterMs, boolean dies) implements Fault {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.leaderIsReplaced(this);
        }
    }
}
