/** When state is stored, which stored states make a checkpoint, and which of them nobody needs any more. */
@NullMarked
package io.kintsugi.coordinator.checkpoint;

import org.jspecify.annotations.NullMarked;
