/** Finds the classes of a job's records, so that users need not list them. */
@NullMarked
package io.kintsugi.core.type;

import org.jspecify.annotations.NullMarked;
