package io.kintsugi.worker.schema;

/** Names of Java classes as Avro allows them. */
final class AvroNames {
    private AvroNames() {}

    /** Letters, digits, underscores and dots; {@code Outer$Inner<java.lang.String>} becomes {@code Outer.Inner_java_lang_String}. */
    static String of(String className) {
        int arguments = className.indexOf('<');
        if (arguments < 0) {
            return className.replaceAll("\\$(\\d)", "._$1").replace('$', '.');
        }
        return of(className.substring(0, arguments))
                + className
                        .substring(arguments)
                        .replaceAll("[^A-Za-z0-9]+$", "")
                        .replaceAll("[^A-Za-z0-9]+", "_");
    }
}
