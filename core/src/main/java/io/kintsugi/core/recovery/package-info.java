/** What a job asks for against failures: checkpoints, and what happens after a failure. */
@NullMarked
package io.kintsugi.core.recovery;

import org.jspecify.annotations.NullMarked;
