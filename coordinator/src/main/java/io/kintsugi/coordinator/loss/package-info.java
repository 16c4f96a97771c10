/** What recoveries have cost in records, and whether that is too much. */
@NullMarked
package io.kintsugi.coordinator.loss;

import org.jspecify.annotations.NullMarked;
