/** Kintsugi itself as a contender, through the API that applications use. */
@NullMarked
package io.kintsugi.bench.kintsugi;

import org.jspecify.annotations.NullMarked;
