/** Workload W6: what everybody else notices when one trainer of four fails. */
@NullMarked
package io.kintsugi.bench.recovery;

import org.jspecify.annotations.NullMarked;
