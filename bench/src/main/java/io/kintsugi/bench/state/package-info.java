/** How long a task stands still while a large state is stored: see bench/README.md. */
@NullMarked
package io.kintsugi.bench.state;

import org.jspecify.annotations.NullMarked;
