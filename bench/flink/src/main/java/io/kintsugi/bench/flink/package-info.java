/** Apache Flink in one process, as its users would write these jobs. */
@NullMarked
package io.kintsugi.bench.flink;

import org.jspecify.annotations.NullMarked;
