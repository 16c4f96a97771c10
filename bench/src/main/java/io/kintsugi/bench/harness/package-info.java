/** Starts one JVM a contender, alternates rounds between them, checks their answers and reports. */
@NullMarked
package io.kintsugi.bench.harness;

import org.jspecify.annotations.NullMarked;
