/** Measures the hot loops, and whole jobs beside their peers. */
@NullMarked
package io.kintsugi.bench;

import org.jspecify.annotations.NullMarked;
