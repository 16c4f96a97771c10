/** The command {@code kintsugi demo}: a cluster in this JVM that trains on flights. */
@NullMarked
package io.kintsugi.examples.demo;

import org.jspecify.annotations.NullMarked;
