/** Stored versions of the state of tasks, the checkpoints made of them, and the port to where they are kept. */
@NullMarked
package io.kintsugi.core.snapshot;

import org.jspecify.annotations.NullMarked;
