/** State of one task, held on the heap. */
@NullMarked
package io.kintsugi.worker.state;

import org.jspecify.annotations.NullMarked;
