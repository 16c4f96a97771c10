package io.kintsugi.worker.schema;

import java.util.List;

/** Stored data that do not fit today's classes. */
public final class SchemaMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> problems;

    SchemaMismatchException(List<String> problems) {
        super(String.join("; ", problems));
        this.problems = List.copyOf(problems);
    }

    /** One phrase a field: where, what was expected, what was found. */
    public List<String> problems() {
        return problems;
    }
}
