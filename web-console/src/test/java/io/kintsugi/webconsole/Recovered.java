package io.kintsugi.webconsole;

import io.kintsugi.core.model.ChannelId;
import io.kintsugi.core.model.TaskId;
import io.kintsugi.core.protocol.Failure;
import io.kintsugi.core.protocol.LossEntry;
import io.kintsugi.core.protocol.LossStatus;
import io.kintsugi.core.protocol.LossTotals;
import io.kintsugi.core.protocol.RecoveryStage;
import io.kintsugi.core.protocol.RecoveryStatus;
import io.kintsugi.core.recovery.Recovery;
import io.kintsugi.core.snapshot.LossBasis;
import io.kintsugi.core.snapshot.LossKind;
import io.kintsugi.core.snapshot.LossRange;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A recovery with a value in every field, and what it has cost. */
final class Recovered {
    private static final TaskId READ = new TaskId("read", 0);
    private static final TaskId WRITE = new TaskId("write", 1);
    private static final LossTotals TOTALS = new LossTotals(20, 5, 4, 3, 2, 21, LossBasis.BOUNDED);

    static final RecoveryStatus RECOVERY = new RecoveryStatus(
            1,
            Recovery.Strategy.TASK,
            List.of(WRITE),
            List.of(WRITE),
            3,
            new Failure("java.io.IOException", "disk full", "at Write"),
            RecoveryStatus.State.DONE,
            Arrays.stream(RecoveryStage.values()).collect(Collectors.toMap(Function.identity(), stage -> 1_000L)),
            TOTALS);

    static final LossStatus LOSS = new LossStatus(
            TOTALS,
            true,
            4,
            new LossStatus.Budget(25, 0.001, 1, 50, false),
            List.of(new LossEntry(
                    LossRange.counted(new ChannelId(0, 0, 1), 2, 7, 11, LossKind.DISCARDED),
                    READ,
                    WRITE,
                    1,
                    LossEntry.State.OPEN)));

    private Recovered() {}
}
