/** Decides: events in, commands out; pure except {@code verticle}. */
@NullMarked
package io.kintsugi.coordinator;

import org.jspecify.annotations.NullMarked;
