/** Partitions of blocking exchanges and sorted runs in files of this worker. */
@NullMarked
package io.kintsugi.worker.disk;

import org.jspecify.annotations.NullMarked;
