package io.kintsugi.bench.harness;

/** A contender that died, threw, hung or gave a wrong answer. The message names it, the request and its log. */
public final class ContenderFailed extends Exception {
    private static final long serialVersionUID = 1L;

    ContenderFailed(String message) {
        super(message);
    }
}
