/** Carries commands, events and reports between leader and workers over the event bus. */
@NullMarked
package io.kintsugi.cluster.bus;

import org.jspecify.annotations.NullMarked;
