package io.kintsugi.connectors.files;

import io.kintsugi.core.function.StepContext;

/**
 * Names the parts of one attempt of a subtask. No attempt of this or of another run has the same ones, but in batch mode each
 * attempt shows all that there is, so the last one takes the place of those before; {@code ~} keeps the parts of a hidden name
 * apart, since names of jobs and steps cannot hold it.
 */
record PartNames(StepContext context, String extension) {

    /** @param number from 1 */
    PartFile part(int number) {
        int attempt = context.attempt();
        String committed = "%s-%d-run-%d%s-part-%05d.%s"
                .formatted(
                        context.step(),
                        context.subtask(),
                        context.job().run(),
                        context.batch() ? "" : "-attempt-" + attempt,
                        number,
                        extension);
        return new PartFile("%s%d~%d.%s".formatted(pendingPrefix(), attempt, number, extension), committed);
    }

    /** Whether a part takes the place of one that an attempt before may have shown. */
    boolean replaces() {
        return context.batch() && context.attempt() > 1;
    }

    /** What the hidden names of all attempts of this subtask in this run begin with. */
    String pendingPrefix() {
        return ".pending~%s~%d~%s~%d~"
                .formatted(context.job().name(), context.job().run(), context.step(), context.subtask());
    }
}
