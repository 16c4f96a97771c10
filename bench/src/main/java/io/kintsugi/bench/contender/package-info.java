/** The seam between the harness and one engine, and the process in which that engine runs. */
@NullMarked
package io.kintsugi.bench.contender;

import org.jspecify.annotations.NullMarked;
