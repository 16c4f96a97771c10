package io.kintsugi.examples.docs;

import io.kintsugi.core.function.KeyedProcessFunction;
import io.kintsugi.core.function.MapState;
import io.kintsugi.core.function.MapStateSpec;
import io.kintsugi.core.function.Output;
import io.kintsugi.core.function.ProcessContext;
import io.kintsugi.core.function.ReducingState;
import io.kintsugi.core.function.ReducingStateSpec;
import io.kintsugi.core.function.StateSpec;
import io.kintsugi.core.function.TtlSpec;
import io.kintsugi.examples.docs.StateTest.Click;
import io.kintsugi.examples.docs.StateTest.Visitor;
import java.time.Duration;
import java.util.List;

// doc: state-kinds
/** Counts the clicks of each visitor, and those on each page; forgets pages that were not clicked on for a day. */
final class Visits implements KeyedProcessFunction<String, Click, Visitor> {
    private static final ReducingStateSpec<Long> CLICKS = ReducingStateSpec.of("clicks", Long.class, Long::sum);
    private static final MapStateSpec<String, Long> PAGES =
            MapStateSpec.of("pages", String.class, Long.class).expires(TtlSpec.afterWrite(Duration.ofDays(1)));

    @Override
    public List<StateSpec> states() {
        return List.of(CLICKS, PAGES);
    }

    @Override
    public void process(String visitor, Click click, ProcessContext context, Output<Visitor> out) throws Exception {
        ReducingState<Long> clicks = context.state(CLICKS);
        MapState<String, Long> pages = context.state(PAGES);
        clicks.add(1L);
        Long before = pages.get(click.page());
        pages.put(click.page(), before == null ? 1 : before + 1);
        out.emit(new Visitor(visitor, clicks.get(), pages.keys().size()));
    }
}
// end
