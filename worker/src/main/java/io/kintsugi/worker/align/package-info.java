/** Brings the barriers of all inputs of a task together. */
@NullMarked
package io.kintsugi.worker.align;

import org.jspecify.annotations.NullMarked;
