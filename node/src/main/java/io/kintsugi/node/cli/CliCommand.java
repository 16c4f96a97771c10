package io.kintsugi.node.cli;

import java.util.concurrent.Callable;

/**
 * A command that another module adds to {@code kintsugi}, found by {@link java.util.ServiceLoader}. The class carries
 * picocli's {@code @Command} and has a public constructor without parameters.
 *
 * <p>It writes what was asked for to the standard output and everything else to the standard error, and takes
 * {@link OutputOption} as a mixin, so that all commands look the same; {@code --help} is added to it.
 */
public interface CliCommand extends Callable<Integer> {
    /** Returns the exit code: 0 only for success, 1 for failure. What it throws is shown and gives 1. */
    @Override
    Integer call() throws Exception;
}
