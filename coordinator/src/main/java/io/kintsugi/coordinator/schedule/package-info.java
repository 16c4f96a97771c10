/** Which worker runs which task. */
@NullMarked
package io.kintsugi.coordinator.schedule;

import org.jspecify.annotations.NullMarked;
