package io.kintsugi.core.model;

/** The reign of one leader: rises by create-if-absent in the store; commands of a lower term are refused everywhere. */
public record Term(long value) implements Comparable<Term> {
    public Term {
        if (value < 0) {
            throw new IllegalArgumentException("term " + value + " is below 0");
        }
    }

    public static final Term NONE = new Term(0);

    public Term next() {
        return new Term(value + 1);
    }

    @Override
    public int compareTo(Term other) {
        return Long.compare(value, other.value);
    }
}
