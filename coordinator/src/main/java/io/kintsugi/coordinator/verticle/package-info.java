/** Leads: brings events to the job masters and carries out what they order. */
@NullMarked
package io.kintsugi.coordinator.verticle;

import org.jspecify.annotations.NullMarked;
