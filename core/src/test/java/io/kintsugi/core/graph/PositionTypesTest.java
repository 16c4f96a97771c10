package io.kintsugi.core.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kintsugi.core.Discard;
import io.kintsugi.core.Numbers;
import io.kintsugi.core.api.Job;
import io.kintsugi.core.api.JobDraft;
import io.kintsugi.core.function.Source;
import io.kintsugi.core.function.SourceReader;
import io.kintsugi.core.function.StepContext;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PositionTypesTest {
    @Test
    void findsTheClassOfPositionsInTheTypeArgumentsOfTheSource() {
        assertThat(new StepKind.SourceStep(new Numbers(), null).positionType())
                .hasValueSatisfying(type -> assertThat(type.type()).isEqualTo(Long.class));
        assertThat(new StepKind.SourceStep(new Told<String>(), null).positionType())
                .hasValueSatisfying(type -> assertThat(type.type()).isEqualTo(String.class));
    }

    @Test
    void refusesASourceWhosePositionNobodyKnowsWhereItHasToBeStored() {
        Source<Long, Long> lambda = context -> new Numbers().reader(context);

        assertThat(problemsOf(job(lambda).checkpointed(Duration.ofSeconds(1))))
                .singleElement()
                .asString()
                .startsWith("step 'in': a job with checkpoints stores the position of its source")
                .contains("override positionType()");
        assertThat(job(lambda).build().name()).isEqualTo("positions");
    }

    @Test
    void refusesASourceWhosePositionCannotBeStored() {
        assertThat(problemsOf(job(new OfThreads()).checkpointed(Duration.ofSeconds(1))))
                .singleElement()
                .asString()
                .startsWith("step 'in': its position java.lang.Thread cannot be stored: it is a java.lang.Thread");
    }

    private static JobDraft job(Source<Long, ?> source) {
        JobDraft draft = Job.named("positions");
        draft.source("in", source).map("same", value -> value).sink("out", new Discard<>());
        return draft;
    }

    private static List<String> problemsOf(JobDraft draft) {
        return catchThrowableOfType(InvalidJobException.class, draft::build).problems();
    }

    /** Says the class itself, since its own class leaves it open. */
    private static final class Told<P> implements Source<Long, P> {
        @Override
        public SourceReader<Long, P> reader(StepContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        @SuppressWarnings("unchecked")
        public Class<P> positionType() {
            return (Class<P>) String.class;
        }
    }

    private static final class OfThreads implements Source<Long, Thread> {
        @Override
        public SourceReader<Long, Thread> reader(StepContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Class<Long> recordType() {
            return Long.class;
        }
    }
}
