package io.kintsugi.cluster.storage;

/** File names that end in a number. */
final class Numbered {
    private Numbered() {}

    /** The number in {@code term-7}, or 0 for a name of another form. */
    static long of(String prefix, String name) {
        if (!name.startsWith(prefix)) {
            return 0;
        }
        try {
            return Long.parseLong(name.substring(prefix.length()));
        } catch (NumberFormatException another) {
            return 0;
        }
    }
}
