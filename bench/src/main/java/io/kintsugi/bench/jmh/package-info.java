/** JMH benchmarks of the hot loops. */
@NullMarked
package io.kintsugi.bench.jmh;

import org.jspecify.annotations.NullMarked;
