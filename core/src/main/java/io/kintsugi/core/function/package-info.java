/** The functions, sources, sinks and state that a user supplies to the steps of a job. */
@NullMarked
package io.kintsugi.core.function;

import org.jspecify.annotations.NullMarked;
