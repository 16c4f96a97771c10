/** What restarts after a failure, and when. */
@NullMarked
package io.kintsugi.coordinator.failover;

import org.jspecify.annotations.NullMarked;
