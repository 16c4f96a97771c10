/** What a channel carries between two processes, beside a bare Vert.x socket in the same two. */
@NullMarked
package io.kintsugi.bench.wire;

import org.jspecify.annotations.NullMarked;
