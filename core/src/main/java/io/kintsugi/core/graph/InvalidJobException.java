package io.kintsugi.core.graph;

import java.util.List;

/** A job that cannot run; says for every problem which step, what is wrong and what to do. */
public final class InvalidJobException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    public InvalidJobException(String job, List<String> problems) {
        super("job " + job + " cannot run: " + String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** One sentence a problem, at least one. */
    public List<String> problems() {
        return problems;
    }
}
