/** What users write: jobs, streams, functions, state, sources and sinks. */
@NullMarked
package io.kintsugi.core.api;

import org.jspecify.annotations.NullMarked;
