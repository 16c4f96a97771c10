/** The limit: the same work written by hand with threads and queues, with no engine around it. */
@NullMarked
package io.kintsugi.bench.plain;

import org.jspecify.annotations.NullMarked;
