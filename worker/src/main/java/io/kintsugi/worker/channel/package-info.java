/** Both ends of a channel as decisions: frames and time in, frames and elements out, no transport. */
@NullMarked
package io.kintsugi.worker.channel;

import org.jspecify.annotations.NullMarked;
