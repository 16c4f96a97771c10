/** Hazelcast Jet in one process, as its users would write these jobs. */
@NullMarked
package io.kintsugi.bench.jet;

import org.jspecify.annotations.NullMarked;
