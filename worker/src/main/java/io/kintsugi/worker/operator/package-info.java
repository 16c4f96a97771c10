/** Chains of operators: batches in at the head, batches out through routers, and a pause where an output is full. */
@NullMarked
package io.kintsugi.worker.operator;

import org.jspecify.annotations.NullMarked;
