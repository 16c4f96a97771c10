/** One task: a chain, its inputs and its outputs, stepped by whoever owns the thread. */
@NullMarked
package io.kintsugi.worker.task;

import org.jspecify.annotations.NullMarked;
