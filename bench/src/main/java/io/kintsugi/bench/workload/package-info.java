/** The work that every engine does alike: records, keys, the answer expected, and the clock at both ends. */
@NullMarked
package io.kintsugi.bench.workload;

import org.jspecify.annotations.NullMarked;
