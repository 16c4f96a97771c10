package io.kintsugi.node.config;

import java.util.List;

/** The configuration cannot be used; the message has a line for each problem. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<String> problems;

    ConfigException(List<String> problems) {
        super(String.join("\n", problems));
        this.problems = List.copyOf(problems);
    }

    /** Each names where, which, what was expected and what was found. */
    public List<String> problems() {
        return problems;
    }
}
