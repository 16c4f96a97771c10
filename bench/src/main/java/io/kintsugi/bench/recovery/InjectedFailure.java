package io.kintsugi.bench.recovery;

/** What the trainer throws that has to fail. */
public final class InjectedFailure extends RuntimeException {
    private static final long serialVersionUID = 1;

    InjectedFailure() {
        super("injected by the benchmark");
    }
}
