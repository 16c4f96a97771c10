package io.kintsugi.cluster.bus;

import io.kintsugi.core.protocol.Pulse;
import io.kintsugi.core.protocol.PulseAnswer;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.TaskReport;
import io.kintsugi.core.protocol.WorkerCommand;
import io.kintsugi.core.protocol.WorkerEvent;
import io.kintsugi.core.protocol.WorkerInventory;

/** The kinds of messages, each with the number that stands for it on the wire: part of the protocol's version. */
enum ControlKind {
    DEPLOY_TASK(1) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Command(
                    new WorkerCommand.DeployTask(in.term(), in.spec(), in.attempt(), in.restore(), in.attemptOrNull()));
        }
    },
    CONNECT_TASK(2) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Command(new WorkerCommand.ConnectTask(
                    in.term(), in.job(), in.attempt(), in.list(in::peer), in.list(in::peer)));
        }
    },
    DRAIN_TASK(3) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Command(new WorkerCommand.DrainTask(in.term(), in.job(), in.attempt()));
        }
    },
    CANCEL_TASK(4) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Command(new WorkerCommand.CancelTask(in.term(), in.job(), in.attempt()));
        }
    },
    RELEASE_JOB(5) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Command(new WorkerCommand.ReleaseJob(in.term(), in.job()));
        }
    },
    TASK_DEPLOYED(6) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(new WorkerEvent.TaskDeployed(in.job(), in.attempt(), in.location()));
        }
    },
    TASK_RUNNING(7) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(new WorkerEvent.TaskRunning(in.job(), in.attempt()));
        }
    },
    TASK_FINISHED(8) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(new WorkerEvent.TaskFinished(in.job(), in.attempt()));
        }
    },
    TASK_FAILED(9) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(
                    new WorkerEvent.TaskFailed(in.job(), in.attempt(), in.failure(), in.longNumber(), in.positions()));
        }
    },
    TASK_CANCELED(10) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(new WorkerEvent.TaskCanceled(in.job(), in.attempt(), in.positions()));
        }
    },
    TASK_REPORT(11) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Report(new TaskReport(in.job(), in.node(), in.list(in::counters)));
        }
    },
    TRIGGER_CHECKPOINT(13) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Command(new WorkerCommand.TriggerCheckpoint(
                    in.term(), in.job(), in.attempt(), in.longNumber(), in.longNumber(), in.flag()));
        }
    },
    ABORT_CHECKPOINT(14) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Command(new WorkerCommand.AbortCheckpoint(in.term(), in.job(), in.longNumber()));
        }
    },
    COMPLETE_CHECKPOINT(15) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Command(
                    new WorkerCommand.CompleteCheckpoint(in.term(), in.job(), in.longNumber()));
        }
    },
    FINISH_TASKS(16) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Command(new WorkerCommand.FinishTasks(in.term(), in.job(), in.longNumber()));
        }
    },
    CHECKPOINT_ACKED(17) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(
                    new WorkerEvent.CheckpointAcked(in.job(), in.attempt(), in.longNumber(), in.state()));
        }
    },
    CHECKPOINT_DECLINED(18) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(
                    new WorkerEvent.CheckpointDeclined(in.job(), in.attempt(), in.longNumber(), in.flag(), in.text()));
        }
    },
    STATE_STORED(19) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(new WorkerEvent.StateStored(in.job(), in.attempt(), in.state()));
        }
    },
    TASK_ENDED(20) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(new WorkerEvent.TaskEnded(in.job(), in.attempt(), in.state()));
        }
    },
    STATE_UNREADABLE(21) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(
                    new WorkerEvent.StateUnreadable(in.job(), in.attempt(), in.version(), in.failure()));
        }
    },
    FAIL_TASK(22) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Command(new WorkerCommand.FailTask(in.term(), in.job(), in.attempt()));
        }
    },
    DETACH_PEERS(23) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Command(
                    new WorkerCommand.DetachPeers(in.term(), in.job(), in.attempt(), in.list(in::attempt)));
        }
    },
    RECORDS_LOST(24) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(new WorkerEvent.RecordsLost(in.job(), in.attempt(), in.list(in::loss)));
        }
    },
    STAGE_REACHED(25) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(new WorkerEvent.StageReached(
                    in.job(), in.attempt(), RecoveryStage.valueOf(in.text()), in.longNumber()));
        }
    },
    PREPARE_SPARE(26) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Command(new WorkerCommand.PrepareSpare(in.term(), in.spec(), in.attempt()));
        }
    },
    SPARE_READY(27) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(new WorkerEvent.SpareReady(in.job(), in.attempt()));
        }
    },
    SPARE_FAILED(28) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(new WorkerEvent.SpareFailed(in.job(), in.attempt(), in.failure()));
        }
    },
    HAND_OVER_TASK(30) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Command(new WorkerCommand.HandOverTask(in.term(), in.job(), in.attempt()));
        }
    },
    EVENTS(31) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Events(in.list(() -> event(in)));
        }

        private WorkerEvent event(WireReader in) {
            ControlKind kind = of(in.octet());
            if (kind != EVENTS && kind.read(in) instanceof ControlMessage.Event one) {
                return one.event();
            }
            throw new IllegalArgumentException("control message: " + kind + " among events");
        }
    },
    GREETING(12) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Greeting(in.node(), in.term());
        }
    },
    INVENTORY(29) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Inventory(new WorkerInventory(in.node(), in.list(in::jobInventory)));
        }
    },
    PULSE(40) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Beat(new Pulse(in.node(), in.list(in::node)));
        }
    },
    PULSE_ANSWER(41) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.BeatAnswer(new PulseAnswer(in.longNumber(), in.longNumber(), in.flag()));
        }
    },
    SUPERSTEP_STORED(32) {
        @Override
        ControlMessage read(WireReader in) {
            return new ControlMessage.Event(new WorkerEvent.SuperstepStored(
                    in.job(), in.attempt(), in.state(), Double.longBitsToDouble(in.longNumber())));
        }
    };

    private static final ControlKind[] ALL = values();

    final int number;

    ControlKind(int number) {
        this.number = number;
    }

    static ControlKind of(int number) {
        for (ControlKind kind : ALL) {
            if (kind.number == number) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "control message: kind " + number + " is unknown to version " + ControlCodec.VERSION);
    }

    /** Reads the fields in the order in which {@link ControlWriter} wrote them. */
    abstract ControlMessage read(WireReader in);
}
