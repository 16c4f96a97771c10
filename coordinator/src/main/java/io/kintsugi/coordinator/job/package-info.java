/** The life of one job, decided event by event. */
@NullMarked
package io.kintsugi.coordinator.job;

import org.jspecify.annotations.NullMarked;
