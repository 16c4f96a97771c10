/** The tasks of a job, their attempts and what has become of them. */
@NullMarked
package io.kintsugi.coordinator.execution;

import org.jspecify.annotations.NullMarked;
